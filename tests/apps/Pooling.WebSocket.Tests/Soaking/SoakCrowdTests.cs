using Pooling.WebSockets.Hub;
using WebSockets.App.Soaking;
using WebSockets.Hub;

namespace Pooling.WebSockets.Soaking;

/// <summary>Tests the sockets of a soak test as a whole.</summary>
public sealed class SoakCrowdTests
{
    [Fact]
    public async Task Dispose_WhenTheHubIsGone_Ends()
    {
        SoakOptions options = SoakOptions.Parse(["--sockets", "40", "--seconds", "5"]);
        SoakCrowd crowd;
        await using (HubServer hub = await HubServer.StartAsync(HubTest.PatientOptions))
        {
            crowd = await SoakCrowd.Start(hub.Address, options, TimeSpan.FromSeconds(10), CancellationToken.None);
        }

        await Task.Delay(options.Calm * 2); // by now sockets wait to join

        await crowd.DisposeAsync().AsTask().WaitAsync(TimeSpan.FromMinutes(2));
    }
}
