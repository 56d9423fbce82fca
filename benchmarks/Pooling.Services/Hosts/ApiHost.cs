using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
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
        WebApplicationBuilder builder = LocalServer.CreateBuilder();
        builder.Services.ConfigureHttpJsonOptions(
            static json => json.SerializerOptions.TypeInfoResolverChain.Insert(0, RowJsonContext.Web));
        WebApplication server = builder.Build();
        if (isPooled)
            PooledApi.Map(server);
        else
            PlainApi.Map(server);

        await server.StartAsync();
        return new RunningHost(server, LocalServer.AddressOf(server));
    }

    public static Row Get(int id) => new(id, "boiler", 21.5 * id, DateTime.UnixEpoch.AddSeconds(id), IsValid: true);

    /// <summary>Answers a row that was sent.</summary>
    public static Row Confirm(Row row) => row with { Id = row.Id + 1 };
}
