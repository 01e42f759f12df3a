/** Facts about customers, suppliers, products and what documents refer to. `examples.test.ts` says what the sources are. */
import { describe, expect, test } from "vitest";
import { readsOf, sessionWithReplies } from "../../../test/support/vendorSession.ts";
import { tripletex } from "./connector.ts";

const { get, list } = readsOf(tripletex);

const ref = (id: number, folder: string) => ({ id, url: `tripletex.example/v2/${folder}/${id}` });
const value = (native: object) => ({ value: native });
const values = (...natives: object[]) => ({
  fullResultSize: natives.length,
  from: 0,
  count: natives.length,
  versionDigest: "'If-None-Match' header not specified",
  values: natives,
});

describe("master data", () => {
  const trader = {
    id: 108609871,
    version: 1,
    name: "Nordlyset AS",
    organizationNumber: "829535181",
    globalLocationNumber: 0,
    supplierNumber: 0,
    customerNumber: 10001,
    isSupplier: false,
    isCustomer: true,
    isInactive: false,
    email: "",
    invoiceEmail: "",
    phoneNumber: "",
    phoneNumberMobile: "",
    isPrivateIndividual: false,
    postalAddress: ref(406064599, "address"),
    physicalAddress: ref(406064598, "address"),
    deliveryAddress: null,
    bankAccountPresentation: [],
  };

  test("ainm: a customer that has only a name has empty texts, and 0 for missing numbers", async () => {
    const session = sessionWithReplies({ "/customer/1": value(trader) });
    const { record } = await get("customers.get", session, { ids: { contactId: "1" } });
    expect(record).toEqual({
      id: "108609871",
      companyName: "Nordlyset AS",
      contactType: "COMPANY",
      role: "CUSTOMER",
      number: "10001",
      vatId: "829535181",
    });
  });

  test("ainm: supplier numbers begin at 20001, and the customer number of a supplier is 0", async () => {
    const native = { ...trader, supplierNumber: 20003, customerNumber: 0 };
    const session = sessionWithReplies({ "/supplier/1": value(native) });
    const { record } = await get("suppliers.get", session, { ids: { contactId: "1" } });
    expect(record).toMatchObject({ number: "20003", role: "SUPPLIER" });
  });

  test("ainm: a product of 37,450 with 15 % has no unit and no account", async () => {
    const product = {
      id: 84395988,
      version: 0,
      name: "Frokostblanding",
      number: "1391",
      costExcludingVatCurrency: 0,
      priceExcludingVatCurrency: 37450,
      priceIncludingVatCurrency: 43067.5,
      productUnit: null,
      account: null,
      vatType: { id: 31, percentage: 15 },
    };
    const session = sessionWithReplies({ "/product/1": value(product) });
    expect((await get("items.get", session, { ids: { itemId: "1" } })).record).toEqual({
      id: "84395988",
      itemNumber: "1391",
      name: "Frokostblanding",
      taxCode: "31",
      taxRatePercentage: 15,
      unitPurchasePrice: 0,
      unitSalesPrice: 37450,
    });
  });

  test("ainm: a product may have an empty number", async () => {
    const session = sessionWithReplies({ "/product/1": value({ id: 84382195, name: "Konsulenttime", number: "" }) });
    expect((await get("items.get", session, { ids: { itemId: "1" } })).record).toEqual({
      id: "84382195",
      name: "Konsulenttime",
    });
  });

  test("novanet: units have UN/ECE codes, and names in two languages", async () => {
    const litre = {
      id: 3635670,
      displayName: "Liter",
      name: "Liter",
      nameEN: "Litre",
      nameShort: "l",
      commonCode: "LTR",
    };
    const { records } = await list("units.list", sessionWithReplies({ "/product/unit": values(litre) }));
    expect(records).toEqual([{ id: "3635670", code: "LTR", description: "Liter", type: "l" }]);
  });

  test("novanet: an ended tax code is called UT-2 and has 100 %", async () => {
    const ended = {
      id: 2,
      version: 0,
      name: "Direktepostert fradrag",
      number: "UT-2",
      percentage: 100.0,

      displayName: "UT-2: (100%) Direktepostert fradrag",
      deductionPercentage: 100.0,
      parentType: ref(0, "vatType"),
    };
    const { records } = await list("taxRates.list", sessionWithReplies({ "/ledger/vatType": values(ended) }));
    expect(records).toMatchObject([
      { id: "2", code: "2", percentage: 100, description: expect.stringMatching(/^UT-2/) as unknown },
    ]);
  });

  test("ainm: a department has an empty number, an internal project no customer", async () => {
    const department = { id: 968365, version: 0, name: "Økonomi", departmentNumber: "", isInactive: false };
    const internal = {
      id: 402080924,
      name: "7100 Bilgodtgjørelse",
      number: "1",
      description: "",
      customer: null,
      isClosed: false,
      startDate: "2026-01-01",
      endDate: null,
      mainProject: null,
      isOffer: false,
      isInternal: true,
    };
    const session = sessionWithReplies({ "/department": values(department), "/project": values(internal) });
    expect((await list("dimensions.list", session)).records).toEqual([
      { id: "968365", categoryName: "Department", name: "Økonomi", status: "ACTIVE" },
      { id: "402080924", categoryName: "Project", name: "7100 Bilgodtgjørelse", status: "ACTIVE" },
    ]);
    expect((await list("projects.list", session)).records).toEqual([
      {
        id: "402080924",
        name: "7100 Bilgodtgjørelse",
        number: "1",
        status: "ACTIVE",
        startDate: "2026-01-01T00:00:00Z",
      },
    ]);
  });

  test("ainm: a new order has no state, no lines and no address", async () => {
    const order = {
      id: 402021109,
      number: "3",
      reference: "",
      orderDate: "2026-03-21",
      deliveryDate: "2026-03-21",
      deliveryComment: "",
      deliveryAddress: null,
      isClosed: false,
      orderLines: [],
      currency: { code: "NOK" },
      customer: { id: 108320933 },
      project: ref(401989764, "project"),
      preliminaryInvoice: ref(1, "invoice"),
    };
    const session = sessionWithReplies({ "/order/1": value(order) });
    expect((await get("salesOrders.get", session, { ids: { salesOrderId: "1" } })).record).toMatchObject({
      status: "OPEN",
      projectId: "401989764",
      totalGrossAmount: 0,
      orderDate: "2026-03-21T00:00:00Z",
    });
  });
});
