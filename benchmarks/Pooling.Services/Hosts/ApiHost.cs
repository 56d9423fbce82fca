using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Pooling.Samples.RowStream;

namespace Pooling.Services.Hosts;

/// <summary>The part of the minimal API that is the same in both ways.</summary>
internal static class ApiHost
{
    public const int Rows = 500;
    public const int Events = 100;

    public static RowSource Source { get; } = new(seed: 17);

    public static async Task<RunningHost> StartAsync(bool isPooled)
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(static kestrel => kestrel.Listen(IPAddress.Loopback, port: 0));
        builder.Services.ConfigureHttpJsonOptions(
            static json => json.SerializerOptions.TypeInfoResolverChain.Insert(0, RowJsonContext.Web));
        WebApplication server = builder.Build();
        if (isPooled)
            PooledApi.Map(server);
        else
            PlainApi.Map(server);

        await server.StartAsync();
        var address = new Uri(server.Urls.Single());
        return new RunningHost(server, $"{address.Host}:{address.Port}");
    }

    public static Row Get(int id) => new(id, "boiler", 21.5 * id, DateTime.UnixEpoch.AddSeconds(id), IsValid: true);

    /// <summary>Answers a row that was sent.</summary>
    public static Row Confirm(Row row) => row with { Id = row.Id + 1 };
}
