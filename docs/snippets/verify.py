import hashlib
import hmac
import sys
import time


def is_signed(message: bytes, signature: str, secret: str) -> bool:
    """The signature is lower-case hex; the key is the signing secret, decoded from hex."""
    expected = hmac.new(bytes.fromhex(secret), message, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode(), signature.encode())


def is_our_callback(account_key: str, ts: str, signature: str, secret: str) -> bool:
    """Of the redirect: all three come with the query. At most 300 seconds old."""
    is_fresh = ts.isdecimal() and abs(time.time() - int(ts)) <= 300
    return is_fresh and is_signed(f"accountKey={account_key}&ts={ts}".encode(), signature, secret)


def is_our_event(body: bytes, signature: str, secret: str) -> bool:
    """Of the webhook flow: the body as it arrived, before it is parsed, and the header X-SERVICE-SIGNATURE."""
    return is_signed(body, signature, secret)


# python3 verify.py <accountKey> <ts> <signature> <secret>, or <body> <signature> <secret>
given = sys.argv[1:]
is_ours = is_our_callback(*given) if len(given) == 4 else is_our_event(given[0].encode(), *given[1:])
sys.exit(0 if is_ours else 1)
