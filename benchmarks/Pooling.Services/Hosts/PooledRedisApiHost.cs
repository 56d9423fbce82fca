using System.Buffers;
using System.Net;
using Microsoft.AspNetCore.Http;
using Pooling.Samples.RespClient;

namespace Pooling.Services.Hosts;

/// <summary>The pooled way: the client of the sample RespClient.</summary>
internal sealed class PooledRedisApiHost : RedisApiHost
{
    private PooledRespClient? _redis;

    protected override async Task ConnectAsync(EndPoint redis) => _redis = await PooledRespClient.ConnectAsync(redis);

    protected override async Task WriteAsync(HttpContext context)
    {
        ValueTask<RespReply>[] values = ArrayPool<ValueTask<RespReply>>.Shared.Rent(Count);
        for (int i = 0; i < Count; i++)
            values[i] = _redis!.GetAsync(Keys[i]);

        for (int i = 0; i < Count; i++)
        {
            using RespReply reply = await values[i];
            if (reply.Value.Type != RespType.Bulk)
                throw new InvalidDataException(reply.Value.Text);

            context.Response.BodyWriter.Write(reply.Value.Bytes);
        }

        ArrayPool<ValueTask<RespReply>>.Shared.Return(values, clearArray: true);
        await context.Response.BodyWriter.FlushAsync(context.RequestAborted);
    }

    protected override ValueTask DisconnectAsync() => _redis!.DisposeAsync();
}
