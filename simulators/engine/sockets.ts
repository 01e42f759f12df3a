/** WebSockets of a vendor, for messages in JSON. */
import type { FastifyInstance } from "fastify";
import { type WebSocket, WebSocketServer } from "ws";

export interface Talk {
  /** Called for each message of the other side. */
  onMessage(message: unknown): void;
  onClose(): void;
}

/** Opens a WebSocket at a path that begins with its host. `talk` gets a way to send messages and to close it. */
export function addSocket(
  app: FastifyInstance,
  path: string,
  talk: (send: (message: object) => void, close: () => void) => Talk,
): void {
  const sockets = new WebSocketServer({ noServer: true });
  const serve = (socket: WebSocket): void => {
    const { onMessage, onClose } = talk(
      (message) => socket.send(JSON.stringify(message)),
      () => socket.close(),
    );
    // A message is one Buffer as long as nobody changes the socket's `binaryType`.
    socket.on("message", (data) => onMessage(JSON.parse((data as Buffer).toString())));
    socket.on("close", onClose);
  };
  app.server.on("upgrade", (request, connection, head) => {
    if (request.url === path) sockets.handleUpgrade(request, connection, head, serve);
  });
  app.addHook("preClose", async () => {
    for (const socket of sockets.clients) socket.terminate();
  });
}
