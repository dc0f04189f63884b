-- The currencies of ISO 4217 that people are paid in (domain/currencies.ts, domain/money.ts). Money has no other one.

create table currency (
  code text primary key check (code ~ '^[A-Z]{3}$'),
  -- After the point.
  digits int not null check (digits in (0, 2, 3))
);
revoke insert, update, delete on currency from canvass_app;

insert into currency (code, digits)
select code, case
    when code in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'VND', 'VUV', 'XAF', 'XOF', 'XPF')
      then 0
    when code in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 3
    else 2 end
from regexp_split_to_table(
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY ' ||
  'COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ' ||
  'ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK ' ||
  'MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF ' ||
  'SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU ' ||
  'UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG', ' ') as code;

-- `not valid`: rows of before keep the code that they have.
alter table survey add constraint survey_currency foreign key (currency) references currency not valid;
alter table payable add constraint payable_currency foreign key (currency) references currency not valid;
alter table account add constraint account_known_currency foreign key (currency) references currency not valid;
alter table funding add constraint funding_from_currency foreign key (from_currency) references currency not valid;
alter table funding add constraint funding_into_currency foreign key (into_currency) references currency not valid;
alter table payment_limit add constraint payment_limit_currency foreign key (currency) references currency not valid;
alter table survey_budget add constraint survey_budget_currency foreign key (currency) references currency not valid;

-- The crown of Iceland has no smaller unit, though amounts in it were kept as if it had two digits.
do $$ begin
  if exists (select from payable where currency = 'ISK') or exists (select from account where currency = 'ISK')
    or exists (select from survey where currency = 'ISK' and amount_minor is not null) then
    raise exception 'amounts in ISK were kept with two digits after the point: convert them before this migration';
  end if;
end $$;
