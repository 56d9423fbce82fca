using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Pooling.JsonExport.Serving;

/// <summary>Kestrel with the writers behind it, on the local machine only.</summary>
internal sealed class ExportServer : IAsyncDisposable
{
    private readonly WebApplication _application;

    private ExportServer(WebApplication application, ServerCounters counters)
    {
        _application = application;
        Counters = counters;
    }

    public ServerCounters Counters { get; }

    /// <summary>Where it listens.</summary>
    public Uri Address => new(_application.Urls.First());

    /// <summary>Starts a server.</summary>
    /// <param name="options">What is wanted.</param>
    /// <exception cref="IOException">The port is taken.</exception>
    public static async Task<ExportServer> Start(ServeOptions options)
    {
        WebApplicationBuilder builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().ConfigureKestrel(kestrel =>
        {
            kestrel.AddServerHeader = false;
            kestrel.Listen(IPAddress.Loopback, options.Port);
        });
        builder.Services.AddRoutingCore();
        builder.Services.AddLogging();
        builder.Services.Configure<HostOptions>(static host => host.ShutdownTimeout = TimeSpan.FromSeconds(5));
        builder.Services.AddSingleton<IHostLifetime, NoLifetime>(); // signals are the program's own

        WebApplication application = builder.Build();
        var counters = new ServerCounters();
        var customers = new CustomerEndpoint(new CustomerPages(options.Limit), counters);
        application.UseRouting();
        application.MapGet("/", static () => Results.Json(ExportContenders.All.Select(static contender => new
        {
            contender.Name,
            contender.Summary,
            contender.KnownDefect,
            Path = $"/customers/{contender.Name}",
        })));
        application.MapGet("/statistics", () => Results.Json(ServerStatistics.Take(counters)));
        application.MapGet("/customers/{writer}", (RequestDelegate)(context => customers.Answer(context, (string)context.GetRouteValue("writer")!)));
        try
        {
            await application.StartAsync().ConfigureAwait(false);
        }
        catch
        {
            await application.DisposeAsync().ConfigureAwait(false);
            throw;
        }

        return new ExportServer(application, counters);
    }

    /// <summary>Lets running requests end, for some seconds, and stops.</summary>
    public async ValueTask DisposeAsync()
    {
        await _application.StopAsync().ConfigureAwait(false);
        await _application.DisposeAsync().ConfigureAwait(false);
    }

    private sealed class NoLifetime : IHostLifetime
    {
        public Task WaitForStartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
    }
}
