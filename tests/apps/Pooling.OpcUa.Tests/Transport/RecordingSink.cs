using System.Collections.Concurrent;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Transport;

namespace Pooling.OpcUa.Transport;

/// <summary>Keeps received messages.</summary>
internal sealed class RecordingSink : IMessageSink
{
    public TaskCompletionSource<string?> Connected { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public BlockingCollection<(MessageType Type, uint RequestId, byte[] Body)> Messages { get; } = [];

    public List<uint> Aborted { get; } = [];

    /// <summary>Gets or sets an action that replaces keeping a message.</summary>
    public Action<uint>? Received { get; set; }

    public void OnConnected(string? endpointUrl) => Connected.SetResult(endpointUrl);

    public void OnMessage(MessageType type, uint requestId, ReadOnlySpan<byte> body)
    {
        if (Received is null)
            Messages.Add((type, requestId, body.ToArray()));
        else
            Received(requestId);
    }

    public void OnAborted(uint requestId, StatusCode status, string? reason) => Aborted.Add(requestId);

    public (MessageType Type, uint RequestId, byte[] Body) Take()
    {
        Assert.True(Messages.TryTake(out (MessageType, uint, byte[]) message, ConnectionPair.Patience), "No message came.");
        return message;
    }
}
