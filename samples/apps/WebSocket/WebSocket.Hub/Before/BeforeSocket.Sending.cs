using System.Buffers;
using System.Net.WebSockets;
using System.Text;
using WebSockets.Hub.Connections;
using WebSockets.Protocol.Frames;

namespace WebSockets.Hub.Before;

/// <content>The sending loop.</content>
internal sealed partial class BeforeSocket
{
    private const int CopiesOfSocket = 1; // header and payload, into the send buffer of the websocket

    private async Task Send()
    {
        try
        {
            await foreach (BeforeEnvelope envelope in _outbox.Reader.ReadAllAsync().ConfigureAwait(false))
            {
                await Send(envelope).ConfigureAwait(false);
                _context.Counters.AddSent(envelope.Length);
            }

            if (_close is { } close && !_http.RequestAborted.IsCancellationRequested)
                await SendClose(close).ConfigureAwait(false);
        }
        catch (Exception exception) when (
            exception is WebSocketException or IOException or InvalidOperationException or OperationCanceledException)
        {
            _http.Abort(); // the receiving loop detects it
        }
    }

    private async Task Send(BeforeEnvelope envelope)
    {
        if (envelope.Text is { } text)
        {
            // Published as the baseline of "WSC send": an array for each send.
            byte[] bytes = Encoding.UTF8.GetBytes(text);
            _context.Counters.AddCopies(1 + CopiesOfSocket);
            WebSocketMessageFlags flagsOfText = DotNetSockets.FlagsOf(_context, bytes.Length) | WebSocketMessageFlags.EndOfMessage;
            await Send(bytes, WebSocketMessageType.Text, flagsOfText).ConfigureAwait(false);
            return;
        }

        // Published as the baseline of "WSC framing": a frame for each segment, and an empty one at the end.
        _context.Counters.AddCopies(CopiesOfSocket);
        WebSocketMessageFlags flags = DotNetSockets.FlagsOf(_context, envelope.Length);
        foreach (ReadOnlyMemory<byte> segment in new ReadOnlySequence<byte>(envelope.Bytes!))
            await Send(segment, WebSocketMessageType.Binary, flags).ConfigureAwait(false);

        await Send(default, WebSocketMessageType.Binary, flags | WebSocketMessageFlags.EndOfMessage).ConfigureAwait(false);
    }

    private ValueTask Send(ReadOnlyMemory<byte> payload, WebSocketMessageType type, WebSocketMessageFlags flags) =>
        _socket.SendAsync(payload, type, flags, CancellationToken.None);

    private async Task SendClose(BeforeClose close)
    {
        // The sockets of .NET would send the code that stands for none, which must not appear in a frame.
        var status = (WebSocketCloseStatus)(close.Code == CloseCode.None ? CloseCode.Normal : close.Code);
        await _socket.CloseOutputAsync(status, close.Reason, CancellationToken.None).ConfigureAwait(false);
    }
}
