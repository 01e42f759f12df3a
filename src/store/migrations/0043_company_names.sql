-- The name of the chosen company, because people know it by name. Null until a list of companies was read.
ALTER TABLE connections ADD COLUMN company_name text;
