using System.Buffers;
using System.Text;

namespace WebSockets.Client.After;

/// <summary>Gives an application each text as a string of its own, and binary data as an array: what it costs is those.</summary>
/// <param name="onText">Is given texts.</param>
/// <param name="onBinary">Is given binary data; <see langword="null"/> to ignore it.</param>
public sealed class StringMessages(Action<string> onText, Action<byte[]>? onBinary = null) : IMessageHandler
{
    /// <inheritdoc/>
    public void OnText(ReadOnlySpan<byte> utf8) => onText(Encoding.UTF8.GetString(utf8));

    /// <inheritdoc/>
    public void OnBinary(in ReadOnlySequence<byte> data) => onBinary?.Invoke(data.ToArray());
}
