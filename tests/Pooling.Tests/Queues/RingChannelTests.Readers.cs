using System.Threading.Channels;
using Pooling.Doubles;

namespace Pooling.Queues;

// Tests several loops over a channel for which one was promised.
public sealed partial class RingChannelTests
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(1);

    /// <summary>Gets the rings with a single reader, and whether a cancellation or the end of the channel ends the loops.</summary>
    public static TheoryData<bool, bool> SingleReaders => new() { { true, true }, { true, false }, { false, true }, { false, false } };

    [Theory]
    [MemberData(nameof(SingleReaders))]
    public async Task Loops_OfTwoReadersWhereOneWasPromised_End(bool singleWriter, bool cancels)
    {
        int ended = 0;
        int rounds = TestRounds.Of(30);
        for (int round = 0; round < rounds; round++)
        {
            using var stop = new CancellationTokenSource();
            RingChannel<int> channel = Create<int>(8, singleReader: true, singleWriter); // its disposal reads, and may detect the misuse
            ended += await RunLoops(channel, stop, cancels, () => ReadByWaiting(channel.Reader, stop.Token)) ? 1 : 0;
        }

        Assert.Equal(rounds, ended);
    }

    // They may wait for each other, which the end of the channel resolves.
    [Fact]
    public async Task Loops_OfTwoWritersWhereOneWasPromised_End()
    {
        const int Items = 20_000;
        for (int round = 0; round < 10; round++)
        {
            RingChannel<int> channel = Create<int>(8, singleReader: true, singleWriter: true); // as above
            Task reading = Ignore(() => ReadByWaiting(channel.Reader, default));
            Task[] writing = [.. Enumerable.Range(0, 2).Select(_ => Ignore(async () =>
            {
                for (int i = 0; i < Items; i++)
                    await channel.Writer.WriteAsync(i);
            }))];
            Task all = Task.WhenAll(writing);
            Task end = Task.Delay(TimeSpan.FromSeconds(2));
            while (!all.IsCompleted && !end.IsCompleted)
            {
                if (reading.IsCompleted) // it detected the misuse: the next reader continues
                    reading = Ignore(() => ReadByWaiting(channel.Reader, default));

                await Task.WhenAny(all, reading, end);
            }

            channel.Writer.Complete();
            Task both = Task.WhenAll(all, reading);
            Assert.Same(both, await Task.WhenAny(both, Task.Delay(s_patience)));
            await both;
        }
    }

#if !NETFRAMEWORK
    [Theory]
    [MemberData(nameof(SingleReaders))]
    public async Task ReadAllAsync_WhileAnotherLoopReads_IsRefusedIfThereIsASingleReader(bool singleWriter, bool cancels)
    {
        for (int round = 0; round < 30; round++)
        {
            using var stop = new CancellationTokenSource();
            using RingChannel<int> channel = Create<int>(8, singleReader: true, singleWriter);
            int expected = 0;
            Task loop = Ignore(async () =>
            {
                await foreach (int item in channel.Reader.ReadAllAsync(stop.Token))
                {
                    Assert.Equal(expected, item);
                    Volatile.Write(ref expected, item + 1);
                }
            });
            channel.Writer.TryWrite(0);
            TestThread.WaitFor(() => Volatile.Read(ref expected) == 1, "the first item");
            Task writing = Task.Run(async () =>
            {
                for (int i = 1; i < 1_000; i++)
                    await channel.Writer.WriteAsync(i);
            });

            for (int i = 0; i < 2; i++)
            {
                InvalidOperationException refused = await Assert.ThrowsAsync<InvalidOperationException>(async () =>
                {
                    await foreach (int item in channel.Reader.ReadAllAsync(stop.Token))
                        Assert.Fail("The loop was not refused.");
                });
                Assert.Contains("SingleReader", refused.Message);
            }

            await writing;
            if (cancels)
                stop.Cancel();
            else
                channel.Writer.Complete();

            Assert.Same(loop, await Task.WhenAny(loop, Task.Delay(s_patience)));
            await loop;
            Assert.True(cancels || expected == 1_000);
        }
    }

    // The writer is always faster, so there is an item whenever the loop checks for one.
    [Theory]
    [MemberData(nameof(Rings))]
    public async Task ReadAllAsync_CancelledWhileThereAreItems_Ends(bool singleReader, bool singleWriter)
    {
        using var stop = new CancellationTokenSource();
        using RingChannel<int> channel = Create<int>(8, singleReader, singleWriter);
        channel.Writer.TryWrite(0);
        int read = 0;

        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () =>
        {
            await foreach (int item in channel.Reader.ReadAllAsync(stop.Token))
            {
                channel.Writer.TryWrite(item + 1);
                if (++read == 5)
                    stop.Cancel();

                Assert.True(read <= 5);
            }
        });

        Assert.Equal((true, 5), (channel.Reader.TryRead(out int rest), rest));
    }

    // The token is cancelled, and calls the newest registration first: the wait of the loop has not heard of it yet.
    [Theory]
    [MemberData(nameof(Rings))]
    public async Task ReadAllAsync_CancelledBeforeTheItemThatItWaitsFor_LeavesIt(bool singleReader, bool singleWriter)
    {
        using var stop = new CancellationTokenSource();
        using RingChannel<int> channel = CreateInline<int>(8, singleReader, singleWriter);
        await using IAsyncEnumerator<int> loop = channel.Reader.ReadAllAsync(stop.Token).GetAsyncEnumerator();
        ValueTask<bool> next = loop.MoveNextAsync();
        Assert.False(next.IsCompleted);

        using (stop.Token.Register(() => Assert.True(channel.Writer.TryWrite(1))))
            stop.Cancel();

        OperationCanceledException cancelled =
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => next.AsTask());
        Assert.Equal(stop.Token, cancelled.CancellationToken);
        Assert.Equal((true, 1), (channel.Reader.TryRead(out int rest), rest));
    }

    [Theory]
    [MemberData(nameof(Rings))]
    public async Task ReadAllAsync_AfterAnotherLoopHasEnded_Reads(bool singleReader, bool singleWriter)
    {
        using RingChannel<int> channel = Create<int>(8, singleReader, singleWriter);
        for (int i = 0; i < 6; i++)
            channel.Writer.TryWrite(i);

        IAsyncEnumerable<int> items = channel.Reader.ReadAllAsync();
        await foreach (int item in items)
        {
            Assert.Equal(0, item);
            Assert.Equal((true, 1), (channel.Reader.TryRead(out int next), next)); // a loop that reads ahead
            break;
        }

        await Assert.ThrowsAsync<FormatException>(async () =>
        {
            await foreach (int item in items)
                throw new FormatException();
        });
        using var cancellation = new CancellationTokenSource();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () =>
        {
            await foreach (int item in items.WithCancellation(cancellation.Token))
            {
                Assert.Equal(3, item);
                cancellation.Cancel();
            }
        });
        channel.Writer.Complete();
        List<int> rest = [];
        await foreach (int item in items)
            rest.Add(item);

        Assert.Equal([4, 5], rest);
    }

    [Fact]
    public async Task ReadAllAsync_OfTwoLoopsWithoutAPromise_ShareTheItems()
    {
        using RingChannel<int> channel = Create<int>(8, singleReader: false, singleWriter: true);
        int sum = 0;
        Task[] loops = [.. Enumerable.Range(0, 2).Select(_ => Task.Run(async () =>
        {
            await foreach (int item in channel.Reader.ReadAllAsync())
                Interlocked.Add(ref sum, item);
        }))];
        for (int i = 1; i <= 1_000; i++)
            await channel.Writer.WriteAsync(i);

        channel.Writer.Complete();
        await Task.WhenAll(loops);
        Assert.Equal(500_500, sum);
    }
#endif

    /// <returns>Whether both loops ended.</returns>
    private static async Task<bool> RunLoops(RingChannel<int> channel, CancellationTokenSource stop, bool cancels, Func<Task> loop)
    {
        const int Items = 20_000;
        Task[] loops = [.. Enumerable.Range(0, 2).Select(_ => Ignore(loop))];
        for (int i = 0; i < Items && Writes(i); i++)
        {
        }

        if (cancels)
            stop.Cancel();
        else
            channel.Writer.Complete();

        Task all = Task.WhenAll(loops);
        return await Task.WhenAny(all, Task.Delay(s_patience)) == all;

        // One loop may have thrown while the other one waits. Then no loop makes room.
        bool Writes(int item)
        {
            SpinWait spin = default;
            for (int attempt = 0; attempt < 1_000; attempt++)
            {
                if (channel.Writer.TryWrite(item))
                    return true;

                spin.SpinOnce();
            }

            return false;
        }
    }

    private static async Task ReadByWaiting(ChannelReader<int> reader, CancellationToken cancellationToken)
    {
        while (await reader.WaitToReadAsync(cancellationToken))
        {
            while (reader.TryRead(out _))
            {
            }
        }
    }

    /// <summary>Runs a loop that may be ended by a cancellation, or by an exception about the misuse.</summary>
    private static Task Ignore(Func<Task> loop) => Task.Run(async () =>
    {
        try
        {
            await loop();
        }
        catch (Exception exception) when (exception is OperationCanceledException or ChannelClosedException)
        {
        }
        catch (InvalidOperationException exception)
        {
            Assert.Matches("same time|already waiting", exception.Message);
        }
    });
}
