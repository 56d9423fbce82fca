using System.Buffers;
using System.Text;

namespace WebSockets.Client.After;

/// <summary>Passes each text to an application as a string, and binary data as an array. Only these are allocated.</summary>
/// <param name="onText">Receives texts.</param>
/// <param name="onBinary">Receives binary data; <see langword="null"/> to ignore it.</param>
public sealed class StringMessages(Action<string> onText, Action<byte[]>? onBinary = null) : IMessageHandler
{
    /// <inheritdoc/>
    public void OnText(ReadOnlySpan<byte> utf8) => onText(Encoding.UTF8.GetString(utf8));

    /// <inheritdoc/>
    public void OnBinary(in ReadOnlySequence<byte> data) => onBinary?.Invoke(data.ToArray());
}
