export const startTryton = async () => ({
  url: "http://127.0.0.1:18000",
  credentials: { database: "demo", username: "api", password: "api-Passw0rd-9x" },
  stop: async () => {},
});
