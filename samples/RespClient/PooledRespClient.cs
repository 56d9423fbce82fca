using System.Buffers;
using System.IO.Pipelines;
using System.Net;
using System.Net.Sockets;
using System.Threading.Channels;
using Pooling.Buffers;
using Pooling.Queues;

namespace Pooling.Samples.RespClient;

/// <summary>The pooled way: commands are encoded into one of two writers in turn, and replies into shares of pooled memory.</summary>
/// <remarks>
/// <para>Replies belong to commands by their order alone. So a command enters the queue in the same lock in which its bytes enter the
/// writer, and any failure there ends the connection: a queue that is one off would give each caller the reply of another one.</para>
/// <para>Thread safety: any thread may send at any time. Commands of one thread keep their order.</para>
/// </remarks>
internal sealed class PooledRespClient : IAsyncDisposable
{
    public const int MaxWaiting = 10_000; // commands
    private const int LargestKept = 64 * 1024; // bytes: a longer writer returns its array after use

    private readonly Lock _gate = new();
    private readonly Socket _socket;
    private readonly RespClientOptions _options;
    private readonly ReplyMemory _replies;
    private readonly RingQueue<PendingReply> _waiting = new(capacity: 64, MaxWaiting);
    private readonly RingChannel<bool> _signal = new(new BoundedChannelOptions(1) { SingleReader = true }); // there is something to send
    private readonly Task _running;
    private PooledArrayBufferWriter<byte> _unsent; // under the lock
    private PooledArrayBufferWriter<byte> _sending; // of the sending loop
    private Exception? _sendFault; // no further commands, but replies that have arrived
    private Exception? _fault; // neither

    private PooledRespClient(Socket socket, RespClientOptions options)
    {
        (_socket, _options) = (socket, options);
        _replies = new ReplyMemory(options.MaxHeld, options.Pool ?? ArrayPool<byte>.Shared);
        _unsent = new PooledArrayBufferWriter<byte>(new BufferWriterOptions(), options.Pool);
        _sending = new PooledArrayBufferWriter<byte>(new BufferWriterOptions(), options.Pool);
        Task receiving = ReceiveAsync();
        _running = Task.WhenAll(SendAllAsync(receiving), receiving);
    }

    /// <summary>Connects to a server.</summary>
    /// <param name="server">The address: of IP, or of a Unix socket.</param>
    /// <param name="options">The limits; <see langword="null"/> for the default ones.</param>
    public static async Task<PooledRespClient> ConnectAsync(EndPoint server, RespClientOptions? options = null)
    {
        var socket = new Socket(server.AddressFamily, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            await socket.ConnectAsync(server);
            if (server is IPEndPoint)
                socket.NoDelay = true;

            return new PooledRespClient(socket, options ?? new RespClientOptions());
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    /// <summary>Sends a command. Commands that are sent without awaiting the replies before are pipelined.</summary>
    /// <returns>The reply, which the caller disposes. The task is awaited exactly once. It fails with <see cref="IOException"/> if the
    /// connection ends before.</returns>
    /// <exception cref="NotSupportedException">The command does not get exactly one reply. Nothing was
    /// sent.</exception>
    /// <exception cref="ArgumentException">An argument is too long, or there are too many. Nothing was
    /// sent.</exception>
    /// <exception cref="InvalidOperationException">Too many commands or bytes wait. Nothing was sent, and the connection stays.</exception>
    /// <exception cref="IOException">The connection has ended.</exception>
    public ValueTask<RespReply> SendAsync(ReadOnlySpan<byte> command, params ReadOnlySpan<ReadOnlyMemory<byte>> arguments)
    {
        const int MaxHeader = 16; // bytes of a length, with its first byte and line ends

        RespCommand.ThrowIfRefused(command, arguments.Length, arguments.IsEmpty ? default : arguments[0].Span);
        long length = command.Length + (2 * MaxHeader);
        foreach (ReadOnlyMemory<byte> argument in arguments)
        {
            RespCommand.ThrowIfTooLong(argument.Length);
            length += argument.Length + MaxHeader;
        }

        ValueTask<RespReply> reply;
        lock (_gate)
        {
            if ((_fault ?? _sendFault) is { } fault)
                throw new IOException("The connection has ended.", fault);

            if (_waiting.Count == MaxWaiting || length > _options.MaxUnsent - _unsent.WrittenCount)
                throw new InvalidOperationException("Too many commands or bytes wait.");

            try
            {
                _unsent.WriteUtf8($"*{arguments.Length + 1}\r\n");
                WriteString(command);
                foreach (ReadOnlyMemory<byte> argument in arguments)
                    WriteString(argument.Span);

                PendingReply pending = PendingReply.Rent();
                reply = pending.Task; // before somebody can complete it
                _waiting.TryEnqueue(pending); // there is room
            }
            catch (Exception exception)
            {
                Fail(exception); // a part of a command is in the writer: nothing may follow it
                throw;
            }
        }

        _signal.Writer.TryWrite(true);
        return reply;
    }

    public ValueTask<RespReply> GetAsync(ReadOnlyMemory<byte> key) => SendAsync("GET"u8, key);

    public ValueTask<RespReply> SetAsync(ReadOnlyMemory<byte> key, ReadOnlyMemory<byte> value) => SendAsync("SET"u8, key, value);

    /// <summary>Ends the connection. Commands that wait fail.</summary>
    public async ValueTask DisposeAsync()
    {
        Fail(new ObjectDisposedException(nameof(PooledRespClient)));
        await _running;
        _signal.Dispose();
        lock (_gate)
        {
            _unsent.Dispose();
            _sending.Dispose();
        }
    }

    private void WriteString(ReadOnlySpan<byte> bytes)
    {
        _unsent.WriteUtf8($"${bytes.Length}\r\n");
        _unsent.Write(bytes);
        _unsent.Write("\r\n"u8);
    }

    private async Task SendAllAsync(Task receiving)
    {
        try
        {
            while (await _signal.Reader.WaitToReadAsync())
            {
                _signal.Reader.TryRead(out _); // before the writers change places: what comes later signals again
                lock (_gate)
                {
                    if (_fault is not null)
                        return;

                    (_unsent, _sending) = (_sending, _unsent);
                }

                for (ReadOnlyMemory<byte> rest = _sending.WrittenMemory; !rest.IsEmpty;)
                    rest = rest[await _socket.SendAsync(rest, SocketFlags.None)..];

                _sending.ResetWrittenCount();
                if (_sending.Capacity > LargestKept)
                    _sending.TrimExcess();
            }
        }
        catch (Exception exception)
        {
            lock (_gate)
                _sendFault = exception;

            // Replies that have arrived are handed out. Then receiving fails, too, unless the server goes on.
            await receiving.WaitAsync(_options.HoldTimeout).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            Fail(exception);
        }
    }

    private async Task ReceiveAsync()
    {
        await using var stream = new NetworkStream(_socket);
        PipeReader input = PipeReader.Create(stream, new StreamPipeReaderOptions(MagazineMemoryPool.Shared, leaveOpen: true));
        try
        {
            var scanner = new RespScanner();
            bool isOpen = true;
            while (isOpen)
            {
                ReadResult read = await input.ReadAsync();
                isOpen = !read.IsCompleted;
                ReadOnlySequence<byte> rest = read.Buffer;
                while (scanner.TryFind(rest, out ReadOnlySequence<byte> reply))
                {
                    if (_replies.WaitForRoomAsync() is { IsCompleted: false } room)
                        await WaitAsync(room);

                    Complete(new RespReply(in reply, _replies));
                    rest = rest.Slice(reply.End);
                }

                input.AdvanceTo(rest.Start, examined: rest.End);
            }

            Fail(new EndOfStreamException("The server has closed the connection."));
        }
        catch (Exception exception)
        {
            Fail(exception);
        }
        finally
        {
            await input.CompleteAsync();
        }
    }

    private async Task WaitAsync(Task room)
    {
        await room.WaitAsync(_options.HoldTimeout).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        if (!room.IsCompleted)
            throw new TimeoutException($"Replies held {_replies.Held} bytes for {_options.HoldTimeout}: dispose them.");
    }

    private void Complete(RespReply reply)
    {
        PendingReply? pending = null;
        lock (_gate)
        {
            if (_fault is null)
                _waiting.TryDequeue(out pending);
        }

        if (pending is null)
        {
            reply.Dispose();
            throw new InvalidDataException("A reply belongs to no command.");
        }

        pending.SetResult(reply);
    }

    /// <summary>Ends the connection and all commands that wait. Only the first call has an effect.</summary>
    private void Fail(Exception exception)
    {
        lock (_gate)
        {
            if (_fault is not null)
                return;

            _fault = exception; // first, and without allocating: from now on no reply is matched, even if there is no memory left
        }

        _signal.Writer.TryComplete();
        _replies.End();
        _socket.Dispose();
        lock (_gate)
        {
            while (_waiting.TryDequeue(out PendingReply? pending))
                pending.SetException(new IOException("The connection ended before the reply.", exception)); // callers go on elsewhere
        }
    }
}
