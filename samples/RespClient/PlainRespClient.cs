using System.Buffers;
using System.IO.Pipelines;
using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Threading.Channels;

namespace Pooling.Samples.RespClient;

/// <summary>The plain way: an array for each command and each value, and a <see cref="TaskCompletionSource"/> for each reply.</summary>
internal sealed class PlainRespClient : IAsyncDisposable
{
    private const int MaxSend = 64 * 1024; // bytes that leave together

    private readonly Lock _gate = new();
    private readonly Socket _socket;
    private readonly Queue<TaskCompletionSource<PlainReply>> _waiting = new();
    private readonly Channel<byte[]> _unsent = Channel.CreateUnbounded<byte[]>(new UnboundedChannelOptions { SingleReader = true });
    private readonly Task _running;
    private Exception? _fault;

    private PlainRespClient(Socket socket)
    {
        _socket = socket;
        _running = Task.WhenAll(SendAllAsync(), ReceiveAsync());
    }

    public static async Task<PlainRespClient> ConnectAsync(EndPoint server)
    {
        var socket = new Socket(server.AddressFamily, SocketType.Stream, ProtocolType.Unspecified);
        await socket.ConnectAsync(server);
        if (server is IPEndPoint)
            socket.NoDelay = true;

        return new PlainRespClient(socket);
    }

    public Task<PlainReply> SendAsync(ReadOnlySpan<byte> command, params byte[][] arguments)
    {
        RespCommand.ThrowIfRefused(command, arguments.Length, arguments.Length > 0 ? arguments[0] : default);
        byte[] bytes = Encode(command, arguments);
        var reply = new TaskCompletionSource<PlainReply>(TaskCreationOptions.RunContinuationsAsynchronously);
        lock (_gate)
        {
            if (_fault is not null)
                throw new IOException("The connection has ended.", _fault);

            _waiting.Enqueue(reply);
            _unsent.Writer.TryWrite(bytes);
        }

        return reply.Task;
    }

    public async ValueTask DisposeAsync()
    {
        Fail(new ObjectDisposedException(nameof(PlainRespClient)));
        await _running;
    }

    private static byte[] Encode(ReadOnlySpan<byte> command, byte[][] arguments)
    {
        using var stream = new MemoryStream();
        stream.Write(Encoding.ASCII.GetBytes($"*{arguments.Length + 1}\r\n${command.Length}\r\n"));
        stream.Write(command);
        stream.Write("\r\n"u8);
        foreach (byte[] argument in arguments)
        {
            RespCommand.ThrowIfTooLong(argument.Length);
            stream.Write(Encoding.ASCII.GetBytes($"${argument.Length}\r\n"));
            stream.Write(argument);
            stream.Write("\r\n"u8);
        }

        return stream.ToArray();
    }

    private async Task SendAllAsync()
    {
        try
        {
            while (await _unsent.Reader.WaitToReadAsync())
            {
                using var together = new MemoryStream();
                while (together.Length < MaxSend && _unsent.Reader.TryRead(out byte[]? command))
                    together.Write(command);

                for (ReadOnlyMemory<byte> rest = together.ToArray(); !rest.IsEmpty;)
                    rest = rest[await _socket.SendAsync(rest, SocketFlags.None)..];
            }
        }
        catch (Exception exception)
        {
            Fail(exception);
        }
    }

    private async Task ReceiveAsync()
    {
        await using var stream = new NetworkStream(_socket);
        PipeReader input = PipeReader.Create(stream);
        try
        {
            var scanner = new RespScanner();
            ReadResult read;
            do
            {
                read = await input.ReadAsync();
                input.AdvanceTo(HandleReplies(read.Buffer, scanner), examined: read.Buffer.End);
            }
            while (!read.IsCompleted);

            Fail(new EndOfStreamException("The server has closed the connection."));
        }
        catch (Exception exception)
        {
            Fail(exception);
        }
    }

    private SequencePosition HandleReplies(ReadOnlySequence<byte> received, RespScanner scanner)
    {
        while (scanner.TryFind(received, out ReadOnlySequence<byte> bytes))
        {
            var reader = new SequenceReader<byte>(bytes);
            var reply = PlainReply.Read(ref reader);
            TaskCompletionSource<PlainReply>? pending;
            lock (_gate)
                RespScanner.Require(_waiting.TryDequeue(out pending), "A reply belongs to no command.");

            pending.SetResult(reply);
            received = received.Slice(bytes.End);
        }

        return received.Start;
    }

    private void Fail(Exception exception)
    {
        lock (_gate)
        {
            if (_fault is not null)
                return;

            _fault = exception;
            while (_waiting.TryDequeue(out TaskCompletionSource<PlainReply>? pending))
                pending.SetException(new IOException("The connection ended before the reply.", exception));
        }

        _unsent.Writer.TryComplete();
        _socket.Dispose();
    }
}
