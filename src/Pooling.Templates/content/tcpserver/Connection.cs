using System.Buffers;
using System.IO.Pipelines;
using System.Net.Sockets;
using Pooling.Buffers;
using Pooling.Dispatch;

namespace Contoso.Tcp1;

/// <summary>Reads messages, a length as a varint, an opcode and a payload, and sends the replies.</summary>
internal sealed class Connection(Socket socket, Limits limits) : IDisposable
{
    private readonly PipeReader _input = PipeReader.Create(new NetworkStream(socket), new(useZeroByteReads: true));
    private CancellationTokenSource _clock = new(); // for one thing that the client has to do
    private readonly Session _session = new();
    private bool _isReset;

    public long Count { get; private set; } // of messages

    /// <summary>Runs until the client or the server closes the connection, and returns the reason.</summary>
    public async Task<string> RunAsync(CancellationToken stopping)
    {
        await using CancellationTokenRegistration leaving = stopping.Register(_input.CancelPendingRead);
        string? reason = null;
        try
        {
            reason = await HandleAllAsync(stopping);
            await SendAsync(); // what was written before a message that is none
            socket.Shutdown(SocketShutdown.Send);
            SetClock(limits.Close);
            while (await socket.ReceiveAsync(_session.Output.GetMemory(), _clock.Token) > 0)
                continue; // a close with unread bytes is a reset, and the client may lose the last replies

            return reason;
        }
        catch (Exception exception) when (exception is IOException or SocketException or OperationCanceledException)
        {
            socket.Close(0); // the system forgets what was not sent
            return reason ?? (exception is OperationCanceledException ? "too slow" : exception.Message);
        }
    }

    public void Dispose()
    {
        _input.Complete();
        _clock.Dispose();
        _session.Output.Dispose();
        socket.Dispose();
    }

    private async Task<string> HandleAllAsync(CancellationToken stopping)
    {
        try
        {
            SetClock(limits.FirstMessage);
            while (true)
            {
                long count = Count;
                ReadResult read = await _input.ReadAsync(_clock.Token);
                SequencePosition end = HandleSome(read.Buffer);
                bool isMore = _session.Output.WrittenCount >= Limits.ReplyBytes && !read.Buffer.Slice(end).IsEmpty;
                _input.AdvanceTo(consumed: end, examined: isMore ? end : read.Buffer.End);
                await SendAsync(); // nothing more is read until the client has taken its replies
                if (!isMore && (read.IsCompleted || (stopping.IsCancellationRequested && socket.Available == 0)))
                    return read.IsCompleted ? "closed by the client" : "the server stops";

                if (Count > count) // otherwise it runs on: parts of a message gain no time
                    SetClock(limits.Idle);
            }
        }
        catch (InvalidDataException exception)
        {
            return exception.Message;
        }
    }

    // A method of its own, because a SequenceReader cannot cross an await.
    private SequencePosition HandleSome(ReadOnlySequence<byte> received)
    {
        var reader = new SequenceReader<byte>(received);
        while (_session.Output.WrittenCount < Limits.ReplyBytes
            && reader.TryReadPrefixedBytes(LengthPrefix.Varint, out var message, Limits.MessageBytes))
        {
            using SharedBuffer copy = message.IsSingleSegment ? default : SharedBuffer.Create(message);
            ReadOnlySpan<byte> whole = message.IsSingleSegment ? message.FirstSpan : copy.Span;
            ushort opcode = new BufferReader(whole).ReadUInt16LittleEndian(); // throws InvalidDataException, too
            if (Messages.Dispatcher.Dispatch(in _session, opcode, whole[2..]) != DispatchStatus.Handled)
                throw new InvalidDataException($"Message 0x{opcode:X4} is unknown or malformed.");

            Count++;
        }

        return reader.Position;
    }

    private async Task SendAsync()
    {
        try
        {
            if (_session.Output.WrittenCount > 0 && !_isReset)
            {
                SetClock(limits.Send);
                await socket.SendAsync(_session.Output.WrittenMemory, _clock.Token);
            }
        }
        catch (SocketException)
        {
            _isReset = true; // nobody gets replies any more, but what has arrived is handled
        }

        _session.Output.ResetWrittenCount();
        _session.Output.TrimExcess(); // no memory while it waits
    }

    private void SetClock(TimeSpan time)
    {
        if (!_clock.TryReset()) // it was over while a message was handled, which is not the client's time
        {
            _clock.Dispose();
            _clock = new CancellationTokenSource();
        }

        _clock.CancelAfter(time);
    }
}
