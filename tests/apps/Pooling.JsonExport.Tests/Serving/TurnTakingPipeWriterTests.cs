using System.IO.Pipelines;

namespace Pooling.JsonExport.Serving;

public sealed class TurnTakingPipeWriterTests
{
    private const int Exports = 400; // each would get a thread, with a new one every half second

    [Fact]
    public async Task WriteAsync_ReceiverIsFastAndThreadsAreFew_LetsNewWorkRun()
    {
        using var end = new CancellationTokenSource();
        byte[] piece = new byte[16 * 1024];
        Task[] exports = [.. Enumerable.Range(0, Exports).Select(_ => RunFairly(async () =>
        {
            var writer = new TurnTakingPipeWriter(PipeWriter.Create(Stream.Null));
            while (!end.IsCancellationRequested)
                await writer.WriteAsync(piece).ConfigureAwait(false);
        }))];
        var turns = new SemaphoreSlim(0);

        for (int i = 0; i < 100; i++)
        {
            ThreadPool.UnsafeQueueUserWorkItem(static turns => turns.Release(), turns, preferLocal: false);
            Assert.True(turns.Wait(TimeSpan.FromSeconds(60)), "The exports kept all threads."); // not awaited: that needs a thread, too
        }

        await end.CancelAsync();
        await Task.WhenAll(exports);

        // In the queue of requests, not in that of this thread.
        static Task RunFairly(Func<Task> export) =>
            Task.Factory.StartNew(export, CancellationToken.None, TaskCreationOptions.PreferFairness, TaskScheduler.Default).Unwrap();
    }

    [Fact]
    public async Task FlushAsync_FewBytes_EndsAtOnce()
    {
        using var target = new MemoryStream();
        var writer = new TurnTakingPipeWriter(PipeWriter.Create(target));
        writer.GetSpan(100)[..100].Fill(1);
        writer.Advance(100);

        ValueTask<FlushResult> flush = writer.FlushAsync();

        Assert.True(flush.IsCompletedSuccessfully);
        Assert.Equal(100, target.Length);
        await flush;
    }

    [Fact]
    public async Task FlushAsync_ReaderHasGone_ReportsSo()
    {
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 0));
        await pipe.Reader.CompleteAsync();
        var writer = new TurnTakingPipeWriter(pipe.Writer);

        FlushResult result = await writer.WriteAsync(new byte[100_000]);

        Assert.True(result.IsCompleted);
    }

    [Fact]
    public async Task WriteAsync_TargetThrows_Throws()
    {
        var writer = new TurnTakingPipeWriter(PipeWriter.Create(new FaultyStream(1)));

        await Assert.ThrowsAsync<IOException>(() => writer.WriteAsync(new byte[100_000]).AsTask());
    }
}
