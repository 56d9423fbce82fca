using System.Buffers;
using System.Net;
using Microsoft.AspNetCore.Http;
using StackExchange.Redis;

namespace Pooling.Services.Hosts;

/// <summary>The plain way: the client StackExchange.Redis, with the call that returns rented memory.</summary>
internal sealed class PlainRedisApiHost : RedisApiHost
{
    private static readonly RedisKey[] s_keys = [.. Keys.Select(static key => (RedisKey)key)];

    private ConnectionMultiplexer? _redis;

    protected override async Task ConnectAsync(EndPoint redis) =>
        _redis = await ConnectionMultiplexer.ConnectAsync(new ConfigurationOptions
        {
            EndPoints = { redis },
            ConnectTimeout = Patience,
            SyncTimeout = Patience,
            AsyncTimeout = Patience,
        });

    protected override async Task WriteAsync(HttpContext context)
    {
        IDatabase database = _redis!.GetDatabase();
        Task<Lease<byte>?>[] values = ArrayPool<Task<Lease<byte>?>>.Shared.Rent(Count);
        for (int i = 0; i < Count; i++)
            values[i] = database.StringGetLeaseAsync(s_keys[i]);

        for (int i = 0; i < Count; i++)
        {
            using Lease<byte>? lease = await values[i];
            context.Response.BodyWriter.Write(lease!.Span);
        }

        ArrayPool<Task<Lease<byte>?>>.Shared.Return(values, clearArray: true);
        await context.Response.BodyWriter.FlushAsync(context.RequestAborted);
    }

    protected override ValueTask DisconnectAsync() => _redis!.DisposeAsync();
}
