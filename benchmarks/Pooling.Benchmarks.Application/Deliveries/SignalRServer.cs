using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.SignalR;
using Microsoft.Extensions.DependencyInjection;

namespace Pooling.Benchmarks.Application.Deliveries;

/// <summary>A hub of SignalR, with its JSON protocol.</summary>
internal static class SignalRServer
{
    internal static async Task<DeliveryServer> StartAsync(byte[] text)
    {
        (WebApplication application, Uri address) = await WebApplications.StartAsync(
            services =>
            {
                services.AddSingleton(new StrongBox<int>());
                services.AddSignalR(static options => options.ClientTimeoutInterval = TimeSpan.FromHours(1)); // the peers send nothing
            },
            static application => application.MapHub<SilentHub>("/hub"));
        IHubContext<SilentHub> hub = application.Services.GetRequiredService<IHubContext<SilentHub>>();
        StrongBox<int> count = application.Services.GetRequiredService<StrongBox<int>>();
        string message = Encoding.UTF8.GetString(text);
        return new DeliveryServer(
            new Uri(address, "hub"),
            () => Volatile.Read(ref count.Value),
            () => new ValueTask(hub.Clients.All.SendAsync("text", message)),
            application.DisposeAsync,
            [.. """{"protocol":"json","version":1}"""u8, DeliveryPeer.EndOfRecord]);
    }

    internal sealed class SilentHub(StrongBox<int> count) : Hub
    {
        public override Task OnConnectedAsync()
        {
            Interlocked.Increment(ref count.Value);
            return Task.CompletedTask;
        }
    }
}
