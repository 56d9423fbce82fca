using System.Buffers;
using System.Buffers.Binary;
using System.IO.Pipelines;
using System.Threading.Channels;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections;
using Pooling.Buffers;

namespace Pooling.Services.Hosts;

/// <summary>The part of the ingester that is the same in both ways: it finds the whole messages of each read, writes
/// them to a file as they came, and then tells the sender how many of its messages are in the file.</summary>
/// <remarks>The service of docs/ingest.md, with confirmations.</remarks>
/// <typeparam name="T">The memory of the messages of a read.</typeparam>
/// <param name="batches">The batches that wait for the file.</param>
internal abstract class IngestHost<T>(Channel<IngestHost<T>.Batch> batches) : ConnectionHandler, IAsyncDisposable
{
    /// <summary>The number of batches that wait for the file at most.</summary>
    protected const int MaxWaiting = 64;

    /// <summary>The bytes after which the file begins anew.</summary>
    public const long MaxFile = 64 << 20;

    private const int MaxLength = 16 * 1024; // bytes of a message

    private readonly string _path = Path.GetTempFileName();
    private WebApplication? _server;
    private Task _writing = Task.CompletedTask;

    public async Task<RunningHost> StartAsync()
    {
        _writing = Task.Run(WriteAllAsync);
        _server = LocalServer.CreateBuilder(
            static limits => limits.MaxRequestBufferSize = 128 * 1024, // bytes that wait for each connection
            listen => listen.Run(OnConnectedAsync)).Build();
        await _server.StartAsync();
        return new RunningHost(this, $"{LocalServer.AddressOf(_server)};{_path}");
    }

    public override async Task OnConnectedAsync(ConnectionContext connection)
    {
        PipeReader input = connection.Transport.Input;
        var sender = new Sender(connection.Transport.Output);
        try
        {
            for (bool isOpen = true; isOpen;)
            {
                ReadResult read = await input.ReadAsync();
                int count = CountMessages(read.Buffer, out SequencePosition end);
                if (count > 0)
                {
                    var batch = new Batch(sender, count, Copy(read.Buffer.Slice(0, end)));
                    await batches.Writer.WriteAsync(batch); // waits while the file is slow, and so does the sender
                }

                input.AdvanceTo(end, read.Buffer.End);
                isOpen = !read.IsCompleted;
            }
        }
        catch (Exception exception) when (exception is IOException or InvalidDataException or ChannelClosedException)
        {
            // The sender has reset the connection or sent what can be no message, or the file has ended.
        }
    }

    public async ValueTask DisposeAsync()
    {
        await _server!.DisposeAsync();
        batches.Writer.TryComplete();
        await _writing;
        File.Delete(_path);
    }

    /// <summary>Copies messages, which end with the read.</summary>
    protected abstract T Copy(in ReadOnlySequence<byte> messages);

    protected abstract ReadOnlyMemory<byte> MemoryOf(T messages);

    /// <summary>Ends the memory when it was written.</summary>
    protected abstract void End(T messages);

    private static int CountMessages(in ReadOnlySequence<byte> received, out SequencePosition end)
    {
        int count = 0;
        var reader = new SequenceReader<byte>(received);
        for (; reader.TryReadPrefixedBytes(LengthPrefix.Varint, out ReadOnlySequence<byte> _, MaxLength); count++)
        {
        }

        end = reader.Position;
        return count;
    }

    private async Task WriteAllAsync()
    {
        await using var file = new FileStream(_path, FileMode.Create, FileAccess.Write, FileShare.Read, bufferSize: 0);
        await foreach (Batch batch in batches.Reader.ReadAllAsync())
        {
            if (file.Position > MaxFile)
            {
                file.SetLength(0);
                file.Position = 0;
            }

            await file.WriteAsync(MemoryOf(batch.Messages));
            End(batch.Messages);
            await batch.Sender.ConfirmAsync(batch.Count);
        }
    }

    /// <summary>The messages of one read.</summary>
    internal readonly record struct Batch(Sender Sender, int Count, T Messages);

    /// <summary>A sender that waits for confirmations. Only the task of the file uses it.</summary>
    internal sealed class Sender(PipeWriter output)
    {
        private long _confirmed;

        /// <summary>Sends the number of messages of this sender that are in the file.</summary>
        public async ValueTask ConfirmAsync(int count)
        {
            _confirmed += count;
            BinaryPrimitives.WriteInt64LittleEndian(output.GetSpan(sizeof(long)), _confirmed);
            output.Advance(sizeof(long));
            await output.FlushAsync();
        }
    }
}
