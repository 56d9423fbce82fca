using System.Net;
using System.Net.Sockets;
using System.Text;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using StackExchange.Redis;

namespace Pooling.Services.Hosts;

/// <summary>The part of an API over Redis that is the same in both ways: each request reads 20 values of 1 KB with 20
/// pipelined commands. Redis runs where the load does.</summary>
internal abstract class RedisApiHost : IAsyncDisposable
{
    /// <summary>The values of a response.</summary>
    protected const int Count = 20;

    /// <summary>The milliseconds that Redis may take, since the machine may be busy.</summary>
    protected const int Patience = 120_000;

    private const int Size = 1_024; // bytes of a value
    private const string Program = "/usr/bin/redis-server";

    private Process? _redis;
    private WebApplication? _server;

    public static bool IsInstalled => File.Exists(Program);

    /// <summary>Gets the keys of the values.</summary>
    protected static byte[][] Keys { get; } =
        [.. Enumerable.Range(0, Count).Select(static number => Encoding.ASCII.GetBytes($"value:{number}"))];

    public async Task<RunningHost> StartAsync()
    {
        EndPoint redis = StartRedis();
        try
        {
            await FillAsync(redis);
            await ConnectAsync(redis);
            _server = LocalServer.CreateBuilder().Build();
            _server.MapGet("/values", (HttpContext context) =>
            {
                context.Response.ContentType = "application/octet-stream";
                context.Response.ContentLength = Count * Size;
                return WriteAsync(context);
            });
            await _server.StartAsync();
            return new RunningHost(this, LocalServer.AddressOf(_server));
        }
        catch
        {
            _redis!.Kill();
            throw;
        }
    }

    public async ValueTask DisposeAsync()
    {
        await _server!.DisposeAsync();
        await DisconnectAsync();
        _redis!.Kill();
        _redis.Dispose();
    }

    protected abstract Task ConnectAsync(EndPoint redis);

    /// <summary>Writes the values.</summary>
    protected abstract Task WriteAsync(HttpContext context);

    protected abstract ValueTask DisconnectAsync();

    private static async Task FillAsync(EndPoint redis)
    {
        var options = new ConfigurationOptions
        {
            EndPoints = { redis },
            ConnectRetry = 20,
            ConnectTimeout = 1_000,
            AsyncTimeout = Patience,
        };
        await using ConnectionMultiplexer client = await ConnectionMultiplexer.ConnectAsync(options);
        for (int i = 0; i < Count; i++)
            await client.GetDatabase().StringSetAsync(Keys[i], new string((char)('a' + i), Size));
    }

    private IPEndPoint StartRedis()
    {
        using var free = new TcpListener(IPAddress.Loopback, 0);
        free.Start();
        var address = (IPEndPoint)free.LocalEndpoint;
        free.Stop();
        string arguments = $"{Program} --port {address.Port} --bind 127.0.0.1 --save \"\" --appendonly no";
        bool isPinned = Environment.ProcessorCount == 1;
        var start = new ProcessStartInfo(isPinned ? "taskset" : "env", isPinned ? $"-c 1 {arguments}" : arguments)
        {
            RedirectStandardOutput = true,
        };
        _redis = Process.Start(start)!;
        _redis.OutputDataReceived += static (_, _) => { };
        _redis.BeginOutputReadLine();
        return address;
    }
}
