using System.Buffers;
using System.Text;
using WebSockets.Client.After;

namespace Pooling.WebSockets.Client;

/// <summary>Records messages: texts as they are, and binary data after its length.</summary>
internal sealed class RecordingHandler : IMessageHandler
{
    private readonly List<string> _messages = [];

    /// <summary>Gets or sets an action that runs for each message, after it was recorded.</summary>
    public Action<string> OnMessage { get; set; } = static _ => { };

    /// <summary>Gets the maximum number of segments of binary data.</summary>
    public int MaxSegments { get; private set; }

    public string[] Messages
    {
        get
        {
            lock (_messages)
                return [.. _messages];
        }
    }

    public void OnText(ReadOnlySpan<byte> utf8) => Keep(Encoding.UTF8.GetString(utf8));

    public void OnBinary(in ReadOnlySequence<byte> data)
    {
        int segments = 0;
        foreach (ReadOnlyMemory<byte> _ in data)
            segments++;

        MaxSegments = Math.Max(MaxSegments, segments);
        Keep($"{data.Length}:{Convert.ToHexString(data.ToArray())}");
    }

    private void Keep(string message)
    {
        lock (_messages)
            _messages.Add(message);

        OnMessage(message);
    }
}
