/** Facts about third parties, items and bank accounts. `examples.test.ts` says what the sources are. */
import { describe, expect, test } from "vitest";
import { readsOf, sessionWithReplies } from "../../../test/support/vendorSession.ts";
import { dolibarr } from "./connector.ts";

const { get, list } = readsOf(dolibarr);

describe("third parties, items and bank accounts", () => {
  const party = {
    id: "5",
    name: "Tilleul",
    client: "3",
    fournisseur: "0",
    code_client: "CU2601-00001",
    code_fournisseur: null,

    typent_code: null,
    email: "",
    phone: null,
    address: "3, rue de l’Exemple\nBâtiment B",
    zip: "00010",
    town: "Ici",
    country_id: "1",
    country_code: "FR",
    tva_intra: "",
    date_creation: 1626091000,
    date_modification: 1626091849,
  };
  const person = { id: "9", socid: "5", firstname: "", lastname: "Modèle", email: "m@exemple.example", phone_pro: "" };

  test("20: 3 is customer and prospect; an address is one text; people are in another list", async () => {
    const session = sessionWithReplies({ "/thirdparties/5": party, "/contacts": [person] });
    const { record } = await get("customers.get", session, { ids: { contactId: "5" } });
    expect(record).toEqual({
      id: "5",
      companyName: "Tilleul",
      contactType: "COMPANY",
      number: "CU2601-00001",
      role: "CUSTOMER",
      addresses: [
        {
          addressLine1: "3, rue de l’Exemple",
          addressLine2: "Bâtiment B",
          city: "Ici",
          postalCode: "00010",
          countryCode: "FR",
          type: "BILLING",
        },
      ],
      contactPersons: [
        { id: "9", lastName: "Modèle", emailAddresses: [{ email: "m@exemple.example", type: "OFFICE" }] },
      ],
      updatedDate: "2021-07-12T12:10:49Z",
    });
  });

  test("20: a prospect is not a customer", async () => {
    const session = sessionWithReplies({ "/thirdparties/5": { ...party, client: "2" }, "/contacts": [] });
    await expect(get("customers.get", session, { ids: { contactId: "5" } })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("20: TE_PRIVATE is a person", async () => {
    const session = sessionWithReplies({ "/thirdparties/5": { ...party, typent_code: "TE_PRIVATE" }, "/contacts": [] });
    const { record } = await get("contacts.get", session, { ids: { contactId: "5" } });
    expect(record).toMatchObject({ contactType: "CONTACT_PERSON", isCustomer: true, isSupplier: false });
  });

  test("20, Product::fetch: timestamps are text, and the price is the one that was entered", async () => {
    const product = {
      id: "4",
      ref: "ACC",
      label: "Accompagnement",
      type: "1",
      price: "83.33333333",
      price_ttc: "100.00000000",
      price_base_type: "TTC",
      tva_tx: "20.0000",
      cost_price: null,
      stock_reel: null,
      default_vat_code: null,
      accountancy_code_sell: "706",
      accountancy_code_buy: "",
      date_modification: "2026-11-15 01:52:18",
    };
    const { record } = await get("items.get", sessionWithReplies({ "/products/4": product }), { ids: { itemId: "4" } });
    expect(record).toEqual({
      id: "4",
      itemNumber: "ACC",
      name: "Accompagnement",
      type: "SERVICE",
      priceIncludesTax: true,

      unitSalesPrice: 100,
      taxRatePercentage: 20,
      incomeAccountId: "706",
      lastModifiedDate: "2026-11-15T01:52:18Z",
    });
  });

  test("erp: a bank account has its state in status; statut is null", async () => {
    const account = {
      id: "1",
      ref: "BQ1",
      label: "Courant",
      status: "0",
      statut: null,
      type: "1",
      currency_code: "EUR",
    };
    const { records } = await list("bankAccounts.list", sessionWithReplies({ "/bankaccounts": [account] }));
    expect(records).toEqual([{ id: "1", name: "Courant", status: "ACTIVE", type: "BANK", currency: "EUR" }]);
  });
});
