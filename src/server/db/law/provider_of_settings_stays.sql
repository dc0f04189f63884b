-- The operator's own provider is the house's to write.
create or replace trigger provider_of_settings_stays before update on provider for each row
  when (current_user = 'canvass_app' and old.origin = 'SETTINGS') execute function law('FORBIDDEN');
