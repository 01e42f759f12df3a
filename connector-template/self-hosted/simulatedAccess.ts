import type { VendorDescription } from "../../simulators/engine/vendor.ts";

const base = "/books.example/api";
const user = { username: "flora", password: "fiktiv-example-books-password" };

/** Sessions that are made from user name and password, at an address of the end user's. */
export const access: Pick<VendorDescription<string>, "base" | "session"> = {
  base,
  session: {
    credentials: { baseUrl: "https://books.example", ...user },
    start: ["POST", `${base}/login`],
    isRight: ({ body }) => {
      const given = JSON.parse(String(body)) as { readonly user?: string; readonly password?: string };
      return given.user === user.username && given.password === user.password;
    },
    answer: (session) => ({ session }),
    tokenIn: ({ headers }) => headers.authorization?.replace("Bearer ", ""),
  },
};
