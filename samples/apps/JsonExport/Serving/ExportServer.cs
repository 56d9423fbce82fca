using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Pooling.JsonExport.Serving;

/// <summary>A Kestrel server for the exports, on the local machine only.</summary>
internal sealed class ExportServer : IAsyncDisposable
{
    // Prevents DNS rebinding: another site's page must not reach the server through a browser by resolving its own name to this machine.
    private static readonly string[] s_hosts = ["localhost", "127.0.0.1", "[::1]"];

    private static readonly string[] s_methods = [HttpMethods.Get, HttpMethods.Head];

    private readonly WebApplication _application;
    private readonly ExportGate _wholeDocuments;
    private readonly ExportGate _streams;

    private ExportServer(WebApplication application, ServingLimits limits)
    {
        _application = application;
        _wholeDocuments = new ExportGate(limits.WholeDocuments, limits.Patience);
        _streams = new ExportGate(limits.Streams, limits.Patience);
    }

    public ServerCounters Counters { get; } = new();

    /// <summary>The address of the server.</summary>
    public Uri Address => new(_application.Urls.First());

    /// <summary>Starts a server.</summary>
    /// <param name="options">The options.</param>
    /// <exception cref="IOException">The port is in use.</exception>
    public static async Task<ExportServer> Start(ServeOptions options)
    {
        WebApplicationBuilder builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().ConfigureKestrel(kestrel => KestrelLimits.Apply(kestrel, options));
        builder.Services.AddRoutingCore();
        builder.Services.AddLogging();
        builder.Services.AddHostFiltering(static filter =>
        {
            filter.AllowedHosts = s_hosts;
            filter.AllowEmptyHosts = false;
            filter.IncludeFailureMessage = false; // it is an HTML page
        });
        builder.Services.Configure<HostOptions>(static host => host.ShutdownTimeout = TimeSpan.FromSeconds(5));
        builder.Services.AddSingleton<IHostLifetime, NoLifetime>(); // the program itself handles signals

        var server = new ExportServer(builder.Build(), options.Limits);
        try
        {
            server.Map(new CustomerPages(options.Limit));
            await server._application.StartAsync().ConfigureAwait(false);
        }
        catch
        {
            await server.Release().ConfigureAwait(false);
            throw;
        }

        return server;
    }

    public ServerStatistics TakeStatistics() => ServerStatistics.Take(Counters, _wholeDocuments, _streams);

    /// <summary>Waits a few seconds for running requests, and stops.</summary>
    public async ValueTask DisposeAsync()
    {
        await _application.StopAsync().ConfigureAwait(false);
        await Release().ConfigureAwait(false);
    }

    private void Map(CustomerPages pages)
    {
        var customers = new CustomerEndpoint(pages, Counters, _wholeDocuments, _streams);
        byte[] writers = JsonAnswer.ToBytes(ExportContenders.All.Select(static contender => new
        {
            contender.Name,
            contender.Summary,
            contender.KnownDefect,
            Path = $"/customers/{contender.Name}",
        }));
        _application.UseHostFiltering();
        _application.UseRouting();
        Map("/", context => JsonAnswer.Write(context, StatusCodes.Status200OK, writers));
        Map("/statistics", context => JsonAnswer.Write(context, StatusCodes.Status200OK, JsonAnswer.ToBytes(TakeStatistics())));
        Map("/customers/{writer}", context => customers.Answer(context, (string)context.GetRouteValue("writer")!));
    }

    private void Map(string path, RequestDelegate answer) => _application.MapMethods(path, s_methods, answer);

    private async Task Release()
    {
        await _application.DisposeAsync().ConfigureAwait(false);
        await _wholeDocuments.DisposeAsync().ConfigureAwait(false);
        await _streams.DisposeAsync().ConfigureAwait(false);
    }

    private sealed class NoLifetime : IHostLifetime
    {
        public Task WaitForStartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
    }
}
