import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

class Verify {
    /** The signature is lower-case hex; the key is the signing secret, decoded from hex. */
    static boolean isSigned(byte[] message, String signature, String secret) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(HexFormat.of().parseHex(secret), "HmacSHA256"));
        String expected = HexFormat.of().formatHex(mac.doFinal(message));
        return MessageDigest.isEqual(expected.getBytes(UTF_8), signature.getBytes(UTF_8));
    }

    /** Checks a redirect: all three values come in the query. It may be at most 300 seconds old. */
    static boolean isOurCallback(String accountKey, String ts, String signature, String secret)
            throws GeneralSecurityException {
        boolean isFresh =
                ts.matches("\\d{1,18}") && Math.abs(Instant.now().getEpochSecond() - Long.parseLong(ts)) <= 300;
        return isFresh && isSigned(("accountKey=" + accountKey + "&ts=" + ts).getBytes(UTF_8), signature, secret);
    }

    /** Checks a webhook: the raw body and the header X-SERVICE-SIGNATURE. */
    static boolean isOurEvent(byte[] body, String signature, String secret) throws GeneralSecurityException {
        return isSigned(body, signature, secret);
    }

    // java Verify.java <accountKey> <ts> <signature> <secret>, or <body> <signature> <secret>
    public static void main(String[] arguments) throws GeneralSecurityException {
        boolean isOurs = arguments.length == 4
                ? isOurCallback(arguments[0], arguments[1], arguments[2], arguments[3])
                : isOurEvent(arguments[0].getBytes(UTF_8), arguments[1], arguments[2]);
        System.exit(isOurs ? 0 : 1);
    }
}
