using OpcUa.Protocol.Encoding;
using Pooling.Encodeables;

namespace OpcUa.Protocol.Services.Subscriptions;

/// <summary>Allows the server to send one notification message, and acknowledges the received ones.
/// Pooled, since one is sent for each message.</summary>
[PooledEncodeable]
public sealed partial class PublishRequest : IServiceRequest
{
    /// <summary>The id of its binary encoding.</summary>
    public const uint Id = 826;

    public uint EncodingId => Id;

    [KeepOnReset]
    public RequestHeader Header { get; } = new();

    /// <summary>The received messages, which the server may discard. The request keeps the list.</summary>
    public List<SubscriptionAcknowledgement> Acknowledgements { get; } = [];

    public void Encode(BinaryEncoder encoder)
    {
        Header.Encode(encoder);
        encoder.WriteInt32(Acknowledgements.Count);
        foreach (SubscriptionAcknowledgement acknowledgement in Acknowledgements)
            acknowledgement.Encode(encoder);
    }

    public void Decode(ref BinaryDecoder decoder)
    {
        Header.Decode(ref decoder);
        decoder.ReadStructures(Acknowledgements);
    }

    partial void OnReset() => Header.Reset();
}
