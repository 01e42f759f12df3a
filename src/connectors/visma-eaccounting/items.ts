/** Articles. Their coding decides the account and the VAT of the rows that sell them. */
import { Big } from "big.js";
import type { WriteCall } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { ItemInput, ItemPatch } from "../../contract/inputs/catalogue.ts";
import type { Item } from "../../contract/records/catalogue.ts";
import type { Session } from "../../contract/session.ts";
import { instants, values } from "../../kit/columns.ts";
import { encoder, fieldAs, sentSeparately } from "../../kit/encode.ts";
import { lookup } from "../../kit/lookup.ts";
import { mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { get } from "../../kit/reading.ts";
import { number, plainValue, twoWay } from "../../kit/twoWay.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { write } from "../../kit/writing.ts";
import { allOf, changedSince, list } from "./conventions.ts";
import { percentageIn } from "./fields.ts";
import type { Article, ArticleAccountCoding, Unit } from "./types.ts";

const types = vocabulary({ Goods: "PRODUCT", Service: "SERVICE" });

/** The vendor's own abbreviations in Swedish. Users add others. */
const units = vocabulary({ st: "PIECE", tim: "HOUR", kg: "KILOGRAM", km: "KILOMETRE", m: "METRE", l: "LITRE" });

const codingsPath = "/articleaccountcodings";
const codings = lookup<ArticleAccountCoding>({
  path: codingsPath,
  id: "Id",
  code: "Name",
  kind: "article coding",
  read: allOf,
});
const lookups = [codings.at("CodingId", "also")];

export const rateOf = ({ VatRate }: ArticleAccountCoding): number | undefined => percentageIn(VatRate);

const fields = twoWay({
  itemNumber: plainValue("Number"),
  name: plainValue("Name"),
  unitPurchasePrice: number("PurchasePrice"),
});

const item = mapping<Item, Article>({
  ...fields.reads,
  ...values({ id: "Id" }),
  ...instants({ lastModifiedDate: "ChangedUtc" }),
  incomeAccountId: ({ also }) => also?.DomesticSalesSubjectToVatAccountNumber?.toString(),
  stockCount: number("StockBalance").reads,
  taxCode: ({ also }) => also?.Name,
  taxRatePercentage: ({ also }) => also && rateOf(also),
  type: types.read(({ also }) => also?.Type),
  unitName: ({ UnitAbbreviation }) => units.toContract(UnitAbbreviation),
  unitSalesPrice: number("NetPrice").reads,
});

interface Chosen {
  readonly coding: ArticleAccountCoding;
  readonly unitId: string;
}

/** The codings that fit the body. A new article needs exactly one. */
async function codingFor(body: ItemInput, session: Session): Promise<ArticleAccountCoding> {
  const all = await allOf<ArticleAccountCoding>(session, codingsPath);
  const fitting = all.filter(
    (coding) =>
      coding.IsActive !== false &&
      (body.taxCode === undefined || coding.Name === body.taxCode) &&
      (body.taxRatePercentage === undefined || rateOf(coding) === body.taxRatePercentage) &&
      (body.type === undefined || types.toContract(coding.Type) === body.type) &&
      (body.incomeAccountId === undefined ||
        String(coding.DomesticSalesSubjectToVatAccountNumber ?? "") === body.incomeAccountId),
  );
  const [only, ...others] = fitting;
  if (only !== undefined && others.length === 0) return only;
  const candidates = (fitting.length === 0 ? all : fitting).map(({ Name, VatRate }) => `${Name} (${VatRate})`);
  throw cannotStore(
    `An item needs an article coding at Visma eAccounting, and ${fitting.length === 0 ? "none fits" : "several fit"}. Send the name of one as taxCode: ${candidates.join("; ")}.`,
    "taxCode",
  );
}

/** The unit in the body, or the piece. */
async function unitFor({ unitName }: ItemInput, session: Session): Promise<string> {
  const all = await allOf<Unit>(session, "/units");
  const abbreviation = units.write(unitName ?? "PIECE", "unitName");
  const unit = all.find(({ Abbreviation }) => Abbreviation === abbreviation);
  if (unit !== undefined) return unit.Id;
  throw cannotStore(
    `Visma eAccounting has no unit ${abbreviation}. Send another unitName, or add the unit there.`,
    "unitName",
  );
}

const prepare = async ({ body }: WriteCall<ItemInput>, session: Session): Promise<Chosen> => ({
  coding: await codingFor(body, session),
  unitId: await unitFor(body, session),
});

/** The vendor checks that both prices differ by the VAT of the coding. */
function pricesOf(net: number | undefined, coding: ArticleAccountCoding | undefined): object {
  if (net === undefined) return {};
  const factor = new Big(100).plus((coding && rateOf(coding)) ?? 0).div(100);
  return { NetPrice: net, GrossPrice: new Big(net).times(factor).round(2, Big.roundHalfUp).toNumber() };
}

const readItem = (session: Session, id: string | undefined): Promise<Article> =>
  session.read(path`/articles/${id}`) as Promise<Article>;

export const items = {
  "items.list": list<Item, Article>({
    path: "/articles",
    map: item,
    lookups,
    filters: { lastModifiedAt: changedSince("ChangedUtc"), itemNumber: () => ({}), type: () => ({}) },
    localFilter: {
      when: ({ itemNumber, type }) => (itemNumber ?? type) !== undefined,
      fits: ({ Number: written, also }, { itemNumber, type }) =>
        (itemNumber === undefined || written === itemNumber) &&
        (type === undefined || types.toContract(also?.Type) === type),
    },
  }),
  "items.get": get<Item, Article>({ path: "/articles/{itemId}", map: item, lookups }),
  "items.create": write<ItemInput, Item, Article>({
    method: "POST",
    path: "/articles",
    encoder: encoder<ItemInput>({
      ...fields.writes,
      // The coding has them.
      incomeAccountId: sentSeparately,
      taxCode: sentSeparately,
      taxRatePercentage: sentSeparately,
      type: types.checkOnly,
      unitName: units.checkOnly,
      unitSalesPrice: fieldAs("NetPrice"),
    }),
    prepare,
    body: (encoded, prepared, { body }) => {
      const { coding, unitId } = prepared as Chosen;
      const prices = pricesOf(body.unitSalesPrice, coding);
      return { IsActive: true, ...encoded, ...prices, CodingId: coding.Id, UnitId: unitId };
    },
    map: item,
    lookups,
    requires: ["name", "itemNumber"],
    rules: [
      "An article coding of the target system decides the income account, the VAT and the type. taxCode is its name; without it, the only coding that fits the other fields is used.",
      "Prices are without VAT.",
    ],
  }),
  "items.patch": write<ItemPatch, Item, Article>({
    method: "PUT",
    path: "/articles/{itemId}",
    encoder: encoder<ItemPatch>({ ...fields.writes, unitSalesPrice: fieldAs("NetPrice") }),
    prepare: async ({ ids }, session) => {
      const current = await readItem(session, ids["itemId"]);
      const all = await allOf<ArticleAccountCoding>(session, codingsPath);
      return { current, coding: all.find(({ Id }) => Id === current.CodingId) };
    },
    body: (encoded, prepared, { body }) => {
      const { current, coding } = prepared as { readonly current: Article; readonly coding?: ArticleAccountCoding };
      return { ...current, ...encoded, ...pricesOf(body.unitSalesPrice, coding) };
    },
    readBack: (_reply: unknown, { ids }, session) => readItem(session, ids["itemId"]),
    readBackOnlyReads: true,
    map: item,
    lookups,
    repeatable: true,
  }),
};
