using Pooling.Doubles;

namespace Pooling.Internal.Polyfills;

public sealed class WorkQueueTests
{
    public static TheoryData<PostFailure> Failures =>
    [
        PostFailure.InterruptBefore, PostFailure.InterruptAfter, PostFailure.NoMemoryBefore, PostFailure.NoMemoryAfter,
    ];

    [Theory]
    [MemberData(nameof(Failures))]
    public void Post_ThreadPoolFails_DoesNotThrowAndRunsTheWorkOnce(PostFailure failure)
    {
        int runs = 0;
        var work = new PostedAction(() => Interlocked.Increment(ref runs));
        using (new PostFault(failure))
            work.Post();

        WorkQueue.PostKept();
        TestThread.WaitFor(() => Volatile.Read(ref runs) > 0, "the work");
        WaitForQueue();

        Assert.Equal(1, runs);
        WaitForEmptyList();
    }

    [Fact]
    public void Post_AfterOthersCouldNotBePosted_PostsThemToo()
    {
        const int works = 5;
        var runs = new int[works];
        using (new LibraryThreadHold())
        {
            using (new PostFault(PostFailure.NoMemoryBefore, times: works + 3))
            {
                for (int i = 0; i < works; i++)
                {
                    int index = i;
                    new PostedAction(() => Interlocked.Increment(ref runs[index])).Post();
                }

                Assert.NotNull(WorkQueue.Kept);
                WorkQueue.PostKept(); // the first three fail again
            }

            new PostedAction(static () => { }).Post();
        }

        TestThread.WaitFor(() => runs.All(static count => count > 0), "all work");
        WaitForQueue();
        Assert.All(runs, static count => Assert.Equal(1, count));
    }

    [Fact]
    public void Post_OfOtherWorkThatCannotBePosted_RunsItHere()
    {
        var work = new OtherWork();
        using (new PostFault(PostFailure.NoMemoryBefore))
            WorkQueue.Post(work);

        Assert.Equal(Environment.CurrentManagedThreadId, work.Thread);
    }

    /// <summary>Checks posts of several threads at the same time, of which many fail, and posts of what was
    /// kept.</summary>
    [Fact]
    public void Post_SeveralThreadsAndMostFail_RunsEveryRequest()
    {
        const int threads = 4;
        const int rounds = 2_000;
        var seen = new int[threads];
        var requested = new int[threads];
        var works = new PostedAction[threads];
        for (int i = 0; i < threads; i++)
        {
            int index = i;
            works[i] = new PostedAction(() =>
            {
                lock (works) // two runs may overlap, and the last write must not be the older one
                    seen[index] = Volatile.Read(ref requested[index]);
            });
        }

        int calls = 0;
        WorkQueue.Posting = (work, isAfter) =>
        {
            if (Array.IndexOf(works, work) >= 0 && Interlocked.Increment(ref calls) % 5 < 3)
                throw new OutOfMemoryException();
        };
        TestThread.RunAll(threads, index =>
        {
            for (int i = 1; i <= rounds; i++)
            {
                Volatile.Write(ref requested[index], i);
                works[(index + 1) % threads].Post();
                works[index].Post();
            }
        });
        WorkQueue.Posting = null;
        WorkQueue.PostKept();

        TestThread.WaitFor(
            () => works.All(static work => !work.IsPending) && seen.All(static last => last == rounds),
            "the last requests");
        WaitForQueue();
        Assert.All(seen, static last => Assert.Equal(rounds, last));
        WaitForEmptyList();
    }

    // The finalizers of other tests may have posted, too.
    private static void WaitForEmptyList() =>
        TestThread.WaitFor(static () => WorkQueue.Kept is null, "an empty list");

    private static void WaitForQueue()
    {
        for (int i = 0; i < 2; i++)
        {
            using var last = new ManualResetEventSlim();
            ThreadPool.UnsafeQueueUserWorkItem(static last => ((ManualResetEventSlim)last!).Set(), last);
            last.Wait();
            Thread.Sleep(5); // another thread may be in the middle of what came before it
        }
    }

    private sealed class OtherWork : IThreadPoolWorkItem
    {
        internal int Thread { get; private set; }

        public void Execute()
        {
            Thread = Environment.CurrentManagedThreadId;
            throw new InvalidOperationException("of a continuation");
        }
    }
}
