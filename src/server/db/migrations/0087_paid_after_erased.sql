-- A payment that was opened again after its payee was erased has no phone. When the provider pays an earlier try of it
-- after all, the payment is paid: that try has the phone.
alter table payable drop constraint payable_phone, add constraint payable_phone check (
  msisdn is not null or status in ('ACCRUING', 'ELIGIBLE', 'REJECTED', 'CANCELLED', 'SUCCESSFUL', 'REVERSING', 'REVERSED'));
