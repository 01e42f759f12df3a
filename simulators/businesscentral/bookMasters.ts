/** Customers, vendors, contacts, items and projects: invented names in several scripts, gaps on purpose. */
import { words } from "../engine/values.ts";
import { type Clock, day, type Size } from "./season.ts";
import { encoded, noGuid, type Row, text } from "./shapes.ts";
import type { Book } from "./store.ts";

const firsts = words(
  "Mondschein|Glühwürmchen|Phantasia|Æther|Nebelhorn|Wolkenkuckuck|Żółw|Łabędź|Öresund|Irrlicht|Faraway|Nowhere",
);
const seconds = words("Handel|Werke|Trading|& Söhne|Studio|Möbelhaus|Laboratories|Kontor|Atelier|Imaginary");
const kinds = ["GmbH", "AG", "Ltd", "Inc.", "S.à r.l.", "KG"];
const odd = [
  "株式会社架空照明",
  "Φανταστικό Φως Α.Ε.",
  "شركة خيالية",
  'Ünïcode "Quotes" & <Tags> O\'Nobody',
  "Zero Owner Co",
];

const nameOf = (index: number, salt: number) => {
  const one = firsts[(index * 5 + salt) % firsts.length];
  const two = seconds[(index * 3 + Math.floor(index / 12)) % seconds.length];
  return index % 23 === 4
    ? (odd[Math.floor(index / 23) % odd.length] ?? "")
    : `${one} ${two} ${kinds[index % kinds.length]} ${index + 1}`;
};

/** country | city | state | currency | tax area: most are at home. */
const places = [
  "DE|Nirgendstadt||EUR|DOMESTIC",
  "DE|Köln-Irgendwo|NW|EUR|DOMESTIC",
  "AT|Graz||EUR|EU",
  "US|Springfield|OR|USD|EXPORT",
  "DE|Überlingen||EUR|DOMESTIC",
  "JP|架空市||JPY|EXPORT",
  "GB|Nottinghole|Shire|GBP|EXPORT",
  "CH|Züri||CHF|EXPORT",
  "DE|Bad Nix||EUR|DOMESTIC",
  "PL|Łódź Nigdzie||EUR|EU",
];

const codeId = (book: Book, set: string, code: string) => text(book.set(set).find("code", code) ?? {}, "id") || noGuid;

/** What customers and vendors have in common. Each seventh says as little as it may. */
function partner(book: Book, index: number, salt: number): Row {
  const [country = "", city = "", state = "", currency = "EUR"] = (places[index % places.length] ?? "").split("|");
  const bare = index % 7 === 6;
  const terms = ["30 DAYS", "14 DAYS", "1M(8D)", "CM", "60 DAYS", "COD"][index % 6] ?? "";
  const contact = {
    ...{
      addressLine1: `Laternengasse ${index + 1}`,
      addressLine2: index % 4 === 1 ? "Hinterhaus" : "",
      city,
      state,
      country,
    },
    ...{ postalCode: String(10_000 + index * 37), phoneNumber: index % 3 === 0 ? `+49 000 ${5000 + index}` : "" },
    ...{ email: index % 5 === 4 ? "" : `office${index + 1}@partner${salt}.example` },
    ...{ website: index % 4 === 0 ? `https://partner${salt}-${index + 1}.example` : "" },
    taxRegistrationNumber: index % 3 === 1 ? `${country}${String(900_000_000 + index)}` : "",
  };
  return {
    ...{ displayName: nameOf(index, salt), ...(bare ? {} : contact), currencyCode: bare ? "EUR" : currency },
    ...{ currencyId: bare || currency === "EUR" ? noGuid : codeId(book, "currencies", currency) },
    ...{ paymentTermsId: bare ? noGuid : codeId(book, "paymentTerms", terms), taxLiable: index % 2 === 0 },
    paymentMethodId: index % 3 === 0 ? codeId(book, "paymentMethods", index % 2 === 0 ? "BANK" : "CARD") : noGuid,
  };
}

export function seedMasters(book: Book, size: Size, clock: Clock): void {
  const later = () => {
    if (clock.at !== undefined) clock.at += day / 10;
  };
  for (let index = 0; index < size.customers; index++) {
    const area = (places[index % places.length] ?? "").split("|")[4] ?? "";
    const blocked = ["All", "Ship", "Invoice"][index - (size.customers - 3)] ?? " ";
    const taxArea = book.set("taxAreas").find("code", index % 7 === 6 ? "DOMESTIC" : area) ?? {};
    book.create("customers", {
      ...{
        number: String(10_000 + index * 10),
        type: index % 6 === 5 ? "Person" : "Company",
        ...partner(book, index, 1),
      },
      ...{
        salespersonCode: index % 3 === 0 ? "JO" : "",
        creditLimit: index % 5 === 0 ? 25_000.5 : 0,
        blocked: encoded(blocked),
      },
      ...{ taxAreaId: text(taxArea, "id"), taxAreaDisplayName: text(taxArea, "displayName") },
      shipmentMethodId: index % 2 === 0 ? codeId(book, "shipmentMethods", "EXW") : noGuid,
    });
    later();
  }
  for (let index = 0; index < size.vendors; index++) {
    const blocked = ["All", "Payment"][index - (size.vendors - 2)] ?? " ";
    book.create("vendors", {
      ...{ number: `V${String(20_000 + index * 10)}`, ...partner(book, index + 3, 7), blocked: encoded(blocked) },
      irs1099Code: index % 10 === 3 ? "MISC-07" : "",
    });
    later();
  }
  seedContacts(book, size);
  seedItems(book, size);
  const projects = words(
    "Festival of lights|Umbau Werkhalle|照明の研究|Website|Messe Nirgendwo|Internal|Ångström|Closed project",
  );
  projects.slice(0, size.contacts).forEach((displayName, index) => {
    book.create("projects", {
      number: `J${String(index + 1).padStart(5, "0")}`,
      displayName: index === 5 ? "" : displayName,
    });
  });
}

const people = words("Ada Nobody|Jörg Niemand|Zoë Example|花子 架空|Ngọc Ảo|Søren Intet|María Ficticia|Олег Нигде");

function seedContacts(book: Book, size: Size): void {
  const customers = book.set("customers").all();
  const vendors = book.set("vendors").all();
  for (let index = 0; index < size.contacts; index++) {
    const person = index % 3 !== 0;
    const related = index % 4 === 3 ? vendors[index % vendors.length] : customers[index % customers.length];
    const relation = index % 5 === 4 ? "None" : index % 4 === 3 ? "Vendor" : "Customer";
    const company = `CT${String(100_000 + index - (index % 3))}`;
    const displayName = person ? `${people[index % people.length]} ${index}` : text(related ?? {}, "displayName");
    book.create("contacts", {
      ...{ number: `CT${String(100_000 + index)}`, type: person ? "Person" : "Company", displayName },
      ...{ jobTitle: person && index % 2 === 0 ? "Head of Nothing" : "", companyNumber: company },
      ...{ companyName: person ? text(customers[index % customers.length] ?? {}, "displayName") : displayName },
      ...(index % 8 === 4 && person && { companyNumber: "", companyName: "" }),
      ...{ contactBusinessRelation: relation, searchName: displayName.toUpperCase(), privacyBlocked: index % 17 === 5 },
      ...(index % 7 === 6 ? {} : contactDetails(index)),
    });
  }
}

const contactDetails = (index: number): Row => ({
  ...{
    addressLine1: `Ecke ${index}`,
    addressLine2: index % 4 === 2 ? "2. Stock" : "",
    city: "Nirgendstadt",
    state: index % 6 === 1 ? "NW" : "",
  },
  ...{
    country: "DE",
    postalCode: String(20_000 + index),
    phoneNumber: `+49 000 ${7000 + index}`,
    email: `contact${index}@people.example`,
  },
  ...{
    mobilePhoneNumber: index % 2 === 0 ? `+49 111 ${index}` : "",
    website: index % 8 === 0 ? "https://people.example" : "",
  },
  ...{
    taxRegistrationNumber: index % 9 === 0 ? `DE${800_000_000 + index}` : "",
    lastInteractionDate: index % 5 === 0 ? "2025-02-03" : "0001-01-01",
  },
});

const lamps = words(
  "Desk lamp|Stehlampe|Lantern|Glühbirne|Kronleuchter|Lamp shade|Cable, 3 m|Hour of wiring|Consulting|ランプ",
);

function seedItems(book: Book, size: Size): void {
  for (let index = 0; index < size.items; index++) {
    const service = index % 10 === 7 || index % 10 === 8;
    const unit = service ? "HOUR" : index % 9 === 6 ? "M" : "PCS";
    const tax = index % 11 === 3 ? "REDUCED" : index % 13 === 12 ? "ZERO" : "STANDARD";
    const category = service ? "SERVICE" : index % 4 === 1 ? "SHADE" : index % 5 === 2 ? "" : "LAMP";
    book.create("items", {
      ...{
        number: String(1000 + index),
        displayName: `${lamps[index % lamps.length]} ${1000 + index}`,
        displayName2: index % 6 === 2 ? "(second line)" : "",
      },
      ...{
        type: encoded(service ? "Service" : index % 8 === 5 ? "Non-Inventory" : "Inventory"),
        blocked: index === size.items - 1,
      },
      ...{
        itemCategoryCode: category,
        itemCategoryId: category === "" ? noGuid : codeId(book, "itemCategories", category),
      },
      ...{
        gtin: index % 3 === 0 ? `40000000${String(10_000 + index)}` : "",
        inventory: service ? 0 : (index * 7) % 90,
        priceIncludesTax: index % 12 === 11,
      },
      ...{
        unitPrice: index % 14 === 13 ? 0 : 9.95 + index * 3.3,
        unitCost: Math.round((5.1 + index * 1.7) * 1000) / 1000,
      },
      ...{ taxGroupCode: tax, taxGroupId: codeId(book, "taxGroups", tax) },
      ...{ baseUnitOfMeasureCode: unit, baseUnitOfMeasureId: codeId(book, "unitsOfMeasure", unit) },
      ...{
        generalProductPostingGroupCode: service ? "SERVICES" : "RETAIL",
        inventoryPostingGroupCode: service ? "" : "RESALE",
      },
    });
  }
  for (const item of book.set("items").all()) item["unitPrice"] = Math.round(Number(item["unitPrice"]) * 100) / 100;
}
