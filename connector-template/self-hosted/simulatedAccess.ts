import type { VendorDescription } from "../../simulators/engine/vendor.ts";

const username = "flora";
const password = "fiktiv-example-books-password";

/** A server of the end user that starts sessions with user name and password. */
export const access: Pick<VendorDescription<string>, "base" | "session"> = {
  base: "/books.example/api",
  session: {
    credentials: {
      baseUrl: "https://books.example",
      username,
      password,
    },
    start: ["POST", "login"],
    isRight: (request) => {
      const body = request.body();
      return body["user"] === username && body["password"] === password;
    },
    answer: (session) => ({ session }),
    tokenIn: ({ headers }) => headers.authorization?.replace("Bearer ", ""),
  },
};
