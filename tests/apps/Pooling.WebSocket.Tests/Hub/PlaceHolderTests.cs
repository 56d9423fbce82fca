using Microsoft.AspNetCore.Http;
using WebSockets.Hub.Connections;

namespace Pooling.WebSockets.Hub;

public sealed class PlaceHolderTests
{
    [Fact]
    public void Abort_AfterTheEnd_DoesNotUseTheContext()
    {
        var http = new DefaultHttpContext();
        var holder = new PlaceHolder(http.Abort);

        holder.End();
        http.Uninitialize(); // as Kestrel does
        Assert.Throws<ObjectDisposedException>(http.Abort);

        holder.Abort();
    }

    [Fact]
    public async Task End_DuringAnAbort_WaitsForIt()
    {
        using var isAborting = new ManualResetEventSlim();
        using var mayGoOn = new ManualResetEventSlim();
        var holder = new PlaceHolder(() =>
        {
            isAborting.Set();
            mayGoOn.Wait();
        });
        Task aborting = Task.Run(holder.Abort);
        isAborting.Wait(Wait.Patience);

        Task ending = Task.Run(holder.End);
        await Task.Delay(100);
        Assert.False(ending.IsCompleted);

        mayGoOn.Set();
        await Task.WhenAll(aborting, ending).WaitAsync(Wait.Patience);
    }
}
