using System.IO.Pipelines;
using Pooling.Diagnostics;

namespace Pooling.Buffers;

public sealed partial class MagazineMemoryPoolTests
{
    [Theory]
    [InlineData(1, 100)]
    [InlineData(2, 4096)]
    [InlineData(3, 10_000)] // blocks of more than 4 KB
    [InlineData(4, 3 << 20)] // and of more bytes than the pool keeps
    public async Task Pipes_InBothDirections_CarryTheBytes(int seed, int maxPieceLength)
    {
        using var pool = new MagazineMemoryPool();
        var options = new PipeOptions(
            pool, pauseWriterThreshold: 256 * 1024, resumeWriterThreshold: 64 * 1024, useSynchronizationContext: false);
        var there = new Pipe(options);
        var back = new Pipe(options);
        byte[] message = new byte[8 << 20];
        new Random(seed).NextBytes(message);

        Task sending = SendAsync(there.Writer, message, maxPieceLength, new Random(seed));
        Task echoing = EchoAsync(there.Reader, back.Writer);
        byte[] echo = await ReceiveAsync(back.Reader);
        await Task.WhenAll(sending, echoing);

        Assert.True(message.AsSpan().SequenceEqual(echo));
        PoolStatistics statistics = pool.GetStatistics();
        Assert.True(statistics.TotalRented > 10);
        Assert.Equal(0, statistics.InUse);
        Assert.Equal(statistics.TotalCreated, statistics.Retained + statistics.TotalDropped);
    }

    [Fact]
    public void GetMemory_OfAPipe_ComesFromThePoolAtAnySize()
    {
        using var pool = new MagazineMemoryPool(new MagazineMemoryPoolOptions { MaxRetainedCapacity = 64 * 1024 });
        var pipe = new Pipe(new PipeOptions(pool, minimumSegmentSize: 4096));
        foreach (int hint in new[] { 0, 4096, 4097, 65_536, 65_537, 2 << 20 })
        {
            long before = pool.GetStatistics().TotalRented;
            Assert.True(pipe.Writer.GetMemory(hint).Length >= Math.Max(hint, 1));
            pipe.Writer.Advance(Math.Max(hint, 4096)); // leaves no room: the next one gets a separate block

            Assert.Equal(before + 1, pool.GetStatistics().TotalRented);
        }

        pipe.Writer.Complete();
        pipe.Reader.Complete();
        Assert.Equal(0, pool.GetStatistics().InUse);
    }

    [Fact]
    public async Task Pipe_CompletedWithUnreadBytes_GivesItsBlocksBack()
    {
        using var pool = new MagazineMemoryPool();
        var pipe = new Pipe(new PipeOptions(pool, pauseWriterThreshold: 0));
        await pipe.Writer.WriteAsync(new byte[100_000]);
        ReadResult result = await pipe.Reader.ReadAsync();
        pipe.Reader.AdvanceTo(result.Buffer.GetPosition(50_000));
        Assert.True(pool.GetStatistics().InUse > 0);
        await pipe.Writer.CompleteAsync(new InvalidDataException());
        await pipe.Reader.CompleteAsync();

        Assert.Equal(0, pool.GetStatistics().InUse);
    }

    [Fact]
    public async Task Pipe_AfterThePoolWasDisposed_StillGivesItsBytes()
    {
        var pool = new MagazineMemoryPool();
        var pipe = new Pipe(new PipeOptions(pool, pauseWriterThreshold: 0));
        byte[] bytes = new byte[50_000];
        new Random(5).NextBytes(bytes);
        await pipe.Writer.WriteAsync(bytes);
        pool.Dispose();
        await pipe.Writer.CompleteAsync();

        Assert.Equal(bytes, await ReceiveAsync(pipe.Reader));
        Assert.Equal((0, 0), (pool.GetStatistics().InUse, pool.GetStatistics().Retained));
    }

    private static async Task SendAsync(PipeWriter writer, byte[] message, int maxPieceLength, Random random)
    {
        for (int sent = 0; sent < message.Length;)
        {
            int piece = Math.Min(random.Next(1, maxPieceLength + 1), message.Length - sent);
            Memory<byte> room = writer.GetMemory(piece); // in one piece, like a serializer
            message.AsMemory(sent, piece).CopyTo(room);
            writer.Advance(piece);
            sent += piece;
            await writer.FlushAsync();
        }

        await writer.CompleteAsync();
    }

    private static async Task EchoAsync(PipeReader reader, PipeWriter writer)
    {
        while (true)
        {
            ReadResult result = await reader.ReadAsync();
            foreach (ReadOnlyMemory<byte> piece in result.Buffer)
                await writer.WriteAsync(piece);

            reader.AdvanceTo(result.Buffer.End);
            if (result.IsCompleted)
                break;
        }

        await reader.CompleteAsync();
        await writer.CompleteAsync();
    }

    private static async Task<byte[]> ReceiveAsync(PipeReader reader)
    {
        var received = new MemoryStream();
        while (true)
        {
            ReadResult result = await reader.ReadAsync();
            foreach (ReadOnlyMemory<byte> piece in result.Buffer)
                received.Write(piece.ToArray(), 0, piece.Length);

            reader.AdvanceTo(result.Buffer.End);
            if (result.IsCompleted)
                break;
        }

        await reader.CompleteAsync();
        return received.ToArray();
    }
}
