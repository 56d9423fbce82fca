using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using Pooling.Buffers;

namespace OpcUa.Protocol.Services.Sessions;

/// <summary>The identity token of an anonymous user.</summary>
/// <param name="PolicyId">The id of the endpoint's policy for anonymous users.</param>
public sealed record AnonymousIdentityToken(string? PolicyId)
{
    public static readonly NodeId EncodingId = new(321);

    public ExtensionObject ToExtensionObject()
    {
        using var body = new PooledArrayBufferWriter<byte>();
        new BinaryEncoder(body).WriteString(PolicyId);
        return new ExtensionObject(EncodingId, body.WrittenSpan.ToArray());
    }
}
