using System.Threading.Channels;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Pooling.Queues;

namespace Pooling.Conventions;

/// <summary>Tests the end of the background worker of the guide to ASP.NET Core, compiled from its page.</summary>
public sealed class BackgroundWorkerTests
{
    private const int Orders = 500;

    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(2);

    private static readonly Lazy<Type> s_worker = new(static () =>
        ExampleTests.Compile(ExampleTests.Blocks("docs/aspnetcore.md").Single(
            static block => block.Code.Contains(": BackgroundService", StringComparison.Ordinal)).Code)
            .GetType("Worker", throwOnError: true)!);

    private int _handled;

    [Fact]
    public async Task StopAsync_WithTime_HandlesEachAcceptedOrder_AndAcceptsNothingMore()
    {
        using IHost host = await StartAsync(s_patience, async (_, cancellation) =>
        {
            await Task.Delay(1, cancellation);
            _handled++;
        });
        Channel<string> orders = await AcceptAsync(host);

        await host.StopAsync().WaitAsync(s_patience);

        Assert.Equal((Orders, 0), (_handled, LeftOf(host)));
        Assert.False(orders.Writer.TryWrite("late"));
    }

    [Fact]
    public async Task StopAsync_WithoutTime_CountsWhatIsLeft()
    {
        using IHost host = await StartAsync(TimeSpan.FromMilliseconds(200), async (_, cancellation) =>
        {
            await Task.Delay(_handled < 7 ? TimeSpan.Zero : Timeout.InfiniteTimeSpan, cancellation);
            _handled++;
        });
        Channel<string> orders = await AcceptAsync(host);
        Assert.True(SpinWait.SpinUntil(() => orders.Reader.Count == Orders - 7, s_patience));

        await host.StopAsync().WaitAsync(s_patience);

        Assert.Equal((7, Orders - 7), (_handled, LeftOf(host)));
    }

    [Fact]
    public async Task StopAsync_BeginsWithRefusing()
    {
        var open = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        using IHost host = await StartAsync(s_patience, async (_, _) =>
        {
            await open.Task;
            _handled++;
        });
        Channel<string> orders = await AcceptAsync(host);

        host.Services.GetRequiredService<IHostApplicationLifetime>().StopApplication();
        Assert.False(orders.Writer.TryWrite("late")); // while no service has stopped
        open.SetResult();
        await host.StopAsync().WaitAsync(s_patience);

        Assert.Equal((Orders, 0), (_handled, LeftOf(host)));
    }

    [Fact]
    public async Task ExecuteAsync_OfAnOrderThatThrows_HandlesTheNextOnes()
    {
        using IHost host = await StartAsync(s_patience, (order, _) =>
            order == "order 3" ? throw new InvalidOperationException(order) : Task.FromResult(_handled++));
        await AcceptAsync(host);

        await host.StopAsync().WaitAsync(s_patience);

        Assert.Equal((Orders - 1, 0), (_handled, LeftOf(host)));
    }

    private static async Task<IHost> StartAsync(TimeSpan shutdown, Func<string, CancellationToken, Task> handle)
    {
        HostApplicationBuilder builder = Host.CreateEmptyApplicationBuilder(settings: null);
        builder.Services.Configure<HostOptions>(options => options.ShutdownTimeout = shutdown);
        builder.Services.AddSingleton<Channel<string>>(static _ =>
            new RingChannel<string>(new BoundedChannelOptions(1_000) { SingleReader = true }));
        builder.Services.AddSingleton(handle);
        builder.Services.AddSingleton(s_worker.Value);
        builder.Services.AddHostedService(static services =>
            (BackgroundService)services.GetRequiredService(s_worker.Value));
        IHost host = builder.Build();
        await host.StartAsync();
        return host;
    }

    private static async Task<Channel<string>> AcceptAsync(IHost host)
    {
        Channel<string> orders = host.Services.GetRequiredService<Channel<string>>();
        for (int i = 0; i < Orders; i++)
            await orders.Writer.WriteAsync($"order {i}");

        return orders;
    }

    private static int LeftOf(IHost host) =>
        (int)s_worker.Value.GetProperty("Left")!.GetValue(host.Services.GetRequiredService(s_worker.Value))!;
}
