using System.Buffers;

namespace WebSockets.Client.Before;

/// <summary>Binary data in segments.</summary>
public sealed class RequestSequenceMessage(ReadOnlySequence<byte> data) : RequestMessage
{
    /// <summary>The bytes.</summary>
    public ReadOnlySequence<byte> Data { get; } = data;
}
