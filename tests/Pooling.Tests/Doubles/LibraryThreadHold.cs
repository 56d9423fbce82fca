using Pooling.Objects;

namespace Pooling.Doubles;

/// <summary>Keeps the thread of the library from working until the end, once it has done what it was doing: a
/// collection of another test may have woken it, and it may come late, to do what a test has posted.</summary>
internal sealed class LibraryThreadHold : IDisposable
{
    private readonly TaskCompletionSource<bool> _end = new();

    internal LibraryThreadHold()
    {
        using MagazinePool<object> pool = MagazinePool.Create(static () => new object()); // the first one starts it
        var begin = new TaskCompletionSource<bool>();
        new Internal.PostedAction(() =>
        {
            begin.SetResult(true);
            _end.Task.Wait();
        }).PostFromFinalizer();
        Assert.True(begin.Task.Wait(TimeSpan.FromMinutes(5)), "The thread of the library did not come.");
    }

    public void Dispose() => _end.SetResult(true);
}
