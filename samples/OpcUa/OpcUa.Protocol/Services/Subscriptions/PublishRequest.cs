using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Subscriptions;

/// <summary>Lets the server send one notification message, and tells it which ones have arrived.
/// Pooled: one is sent for each message.</summary>
public sealed partial class PublishRequest : IServiceRequest
{
    /// <summary>The id of its binary encoding.</summary>
    public const uint Id = 826;

    private const int MaxKept = 256;

    public uint EncodingId => Id;

    public RequestHeader Header { get; } = new();

    /// <summary>The messages that have arrived, which the server may forget. The list stays with the request.</summary>
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
}
