-- Guards that cost each payment time, and refused nothing that another guard does not refuse (`npm run test:guards`).

-- An unknown step is in no move (`step_is_lawful`), and a carried one is of the round before.
alter table step drop constraint step_known;
-- An attempt has the provider of its payable (`attempt_is_lawful`), and that one exists.
alter table attempt drop constraint attempt_provider_fkey;
-- No payable begins as paid (`payable_begins_unsigned`).
drop trigger count_paid_insert on payable;
