using System;
using System.Linq;
using System.Security.Cryptography;
using System.Text;

static class Verify
{
    /// <summary>The signature is lower-case hex; the key is the signing secret, decoded from hex.</summary>
    static bool IsSigned(byte[] message, string signature, string secret)
    {
        var digits = Enumerable.Range(0, secret.Length / 2).Select(i => secret.Substring(2 * i, 2));
        using (var hmac = new HMACSHA256(digits.Select(two => Convert.ToByte(two, 16)).ToArray()))
        {
            string expected = string.Concat(hmac.ComputeHash(message).Select(part => part.ToString("x2")));
            // Compares in constant time. From .NET Core 2.1 on, use CryptographicOperations.FixedTimeEquals.
            int difference = expected.Length ^ signature.Length;
            for (int i = 0; i < expected.Length && i < signature.Length; i++) difference |= expected[i] ^ signature[i];
            return difference == 0;
        }
    }

    /// <summary>Checks a redirect: all three values come in the query. It may be at most 300 seconds old.</summary>
    static bool IsOurCallback(string accountKey, string ts, string signature, string secret)
    {
        long seconds;
        bool isFresh = long.TryParse(ts, out seconds)
            && Math.Abs(DateTimeOffset.UtcNow.ToUnixTimeSeconds() - seconds) <= 300;
        return isFresh && IsSigned(Encoding.UTF8.GetBytes("accountKey=" + accountKey + "&ts=" + ts), signature, secret);
    }

    /// <summary>Checks a webhook: the raw body and the header X-SERVICE-SIGNATURE.</summary>
    static bool IsOurEvent(byte[] body, string signature, string secret)
    {
        return IsSigned(body, signature, secret);
    }

    // Verify.exe <accountKey> <ts> <signature> <secret>, or <body> <signature> <secret>
    static int Main(string[] arguments)
    {
        bool isOurs = arguments.Length == 4
            ? IsOurCallback(arguments[0], arguments[1], arguments[2], arguments[3])
            : IsOurEvent(Encoding.UTF8.GetBytes(arguments[0]), arguments[1], arguments[2]);
        return isOurs ? 0 : 1;
    }
}
