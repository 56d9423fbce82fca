using Pooling.Doubles;
using Pooling.Objects;

namespace Pooling.Internal;

public sealed class PostedWorkTests
{
    [Fact]
    public void Execute_WithoutARequest_DoesNothing()
    {
        int runs = 0;
        var work = new PostedAction(() => runs++);
        ((IThreadPoolWorkItem)work).Execute();

        Assert.Equal(0, runs);
    }

    [Fact]
    public void Post_WhileItRuns_RunsOnceMore()
    {
        int runs = 0;
        PostedAction? work = null;
        work = new PostedAction(() =>
        {
            if (Interlocked.Increment(ref runs) == 1)
                work!.Post();
        });
        work.Post();

        TestThread.WaitFor(() => Volatile.Read(ref runs) == 2, "the second run");
        Assert.False(work.IsPending);
    }

    [Fact]
    public void Post_SeveralTimesBeforeItRuns_RunsOnce()
    {
        int runs = 0;
        var work = new PostedAction(() => runs++);
        using (new LibraryThreadHold())
        {
            using (new PostFault(PostFailure.NoMemoryBefore, times: 2))
            {
                work.Post();
                work.Post();
                Assert.True(work.IsPending);
            }

            ((IThreadPoolWorkItem)work).Execute();
        }

        Internal.Polyfills.WorkQueue.PostKept();
        TestThread.WaitFor(static () => Internal.Polyfills.WorkQueue.Kept is null, "an empty list");
        Thread.Sleep(20);

        Assert.Equal(1, runs);
    }

    [Fact]
    public void PostFromFinalizer_WithAThreadOfTheLibrary_RunsThere()
    {
        using MagazinePool<object> pool = MagazinePool.Create(static () => new object()); // the first one starts it
        TestThread.WaitFor(static () => LibraryThread.HasBegun, "the thread of the library");
        Thread? ran = null;
        var work = new PostedAction(() => Volatile.Write(ref ran, Thread.CurrentThread));
        work.PostFromFinalizer();

        TestThread.WaitFor(() => Volatile.Read(ref ran) is not null, "the work");
        Assert.Equal((false, true, "Pooling"), (ran!.IsThreadPoolThread, ran.IsBackground, ran.Name));
    }

    [Fact]
    public void PostFromFinalizer_AfterItCouldNotBePosted_RunsOnce()
    {
        int runs = 0;
        var work = new PostedAction(() => Interlocked.Increment(ref runs));
        using (new LibraryThreadHold())
        {
            using (new PostFault(PostFailure.NoMemoryBefore))
                work.PostFromFinalizer();

            Assert.Equal((true, 0), (work.IsPending, Volatile.Read(ref runs)));
        }

        work.PostFromFinalizer();

        TestThread.WaitFor(() => Volatile.Read(ref runs) > 0, "the work");
        TestThread.WaitFor(() => !work.IsPending, "its end");
        Assert.Equal(1, runs);
    }

    [Fact]
    public void Run_Throws_IsDiscardedAndCanBePostedAgain()
    {
        int runs = 0;
        var work = new PostedAction(() =>
        {
            Interlocked.Increment(ref runs);
            throw new InvalidOperationException("of a pool");
        });
        work.Post();
        TestThread.WaitFor(() => Volatile.Read(ref runs) == 1, "the first run");
        work.Post();

        TestThread.WaitFor(() => Volatile.Read(ref runs) == 2, "the second run");
    }

    [Fact]
    public void Run_OutOfMemory_RunsAgainAfterTheNextPost()
    {
        int runs = 0;
        var work = new PostedAction(() =>
        {
            if (Interlocked.Increment(ref runs) == 1)
                throw new OutOfMemoryException();
        });
        work.Post();
        TestThread.WaitFor(() => Volatile.Read(ref runs) >= 1, "the first run");

        TestThread.WaitFor(
            () =>
            {
                new PostedAction(static () => { }).Post(); // until it is tried again, which is not at once
                return Volatile.Read(ref runs) == 2;
            },
            "the second run");
        Assert.False(work.IsPending);
    }
}
