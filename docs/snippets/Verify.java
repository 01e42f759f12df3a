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

    /** Of the redirect: all three come with the query. At most 300 seconds old. */
    static boolean isOurCallback(String accountKey, String ts, String signature, String secret)
            throws GeneralSecurityException {
        boolean isFresh =
                ts.matches("\\d{1,18}") && Math.abs(Instant.now().getEpochSecond() - Long.parseLong(ts)) <= 300;
        return isFresh && isSigned(("accountKey=" + accountKey + "&ts=" + ts).getBytes(UTF_8), signature, secret);
    }

    /** Of the webhook flow: the body as it arrived, and the header X-SERVICE-SIGNATURE. */
    static boolean isOurEvent(byte[] body, String signature, String secret) throws GeneralSecurityException {
        return isSigned(body, signature, secret);
    }

    // java Verify.java <accountKey> <ts> <signature> <secret>, or <body> <signature> <secret>
    public static void main(String[] given) throws GeneralSecurityException {
        boolean isOurs = given.length == 4
                ? isOurCallback(given[0], given[1], given[2], given[3])
                : isOurEvent(given[0].getBytes(UTF_8), given[1], given[2]);
        System.exit(isOurs ? 0 : 1);
    }
}
