import type { Unit as UnitRecord } from "../../contract/records/catalogue.ts";
import { mapping } from "../../kit/mapping.ts";
import { list, loud } from "./conventions.ts";
import { identity } from "./fields.ts";
import type { Unit } from "./vendorTrade.ts";

const unit = mapping<UnitRecord, Unit>({
  ...identity,
  code: ({ code }) => code,
  description: ({ description }) => description,
  type: ({ type }) => loud(type),
});

export const units = {
  "units.list": list({ path: "/units", map: unit }),
};
