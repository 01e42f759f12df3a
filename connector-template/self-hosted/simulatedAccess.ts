import type { VendorDescription } from "../../simulators/engine/vendor.ts";

const user = { username: "flora", password: "fiktiv-example-books-password" };

/** Sessions that are made from user name and password, at an address of the end user's. */
export const access: Pick<VendorDescription<string>, "base" | "session"> = {
  base: "/books.example/api",
  session: {
    credentials: { baseUrl: "https://books.example", ...user },
    start: ["POST", "login"],
    isRight: (ask) => {
      const { user: name, password } = ask.body();
      return name === user.username && password === user.password;
    },
    answer: (session) => ({ session }),
    tokenIn: ({ headers }) => headers.authorization?.replace("Bearer ", ""),
  },
};
