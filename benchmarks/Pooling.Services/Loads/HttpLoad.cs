using System.Net.Sockets;
using System.Security.Cryptography;
using System.Text;

namespace Pooling.Services.Loads;

/// <summary>Sends one request again and again over 64 connections, and compares every answer with the first
/// one.</summary>
/// <param name="request">The request: <c>GET /path</c>, and for a POST the body after a space.</param>
internal sealed class HttpLoad(string request) : Load(Connections)
{
    private const int Connections = 64;

    private readonly Lock _gate = new();
    private readonly Stack<HttpConnection> _idle = [];
    private readonly Queue<long> _waiting = []; // intended times of requests for which no connection is free
    private readonly List<Socket> _sockets = [];
    private byte[] _bytes = [];

    public override async Task<string> ConnectAsync(string address)
    {
        string[] parts = request.Split(' ', 3);
        using var client = new HttpClient { BaseAddress = new Uri($"http://{address}") };
        using var message = new HttpRequestMessage(HttpMethod.Parse(parts[0]), parts[1]);
        string head = $"{parts[0]} {parts[1]} HTTP/1.1\r\nHost: localhost\r\n";
        if (parts.Length > 2)
        {
            message.Content = new StringContent(parts[2], Encoding.UTF8, "application/json");
            head += $"Content-Type: application/json\r\nContent-Length: {Encoding.UTF8.GetByteCount(parts[2])}\r\n";
        }

        _bytes = Encoding.UTF8.GetBytes($"{head}\r\n{(parts.Length > 2 ? parts[2] : "")}");
        using HttpResponseMessage response = await client.SendAsync(message);
        byte[] answer = await response.EnsureSuccessStatusCode().Content.ReadAsByteArrayAsync();
        for (int i = 0; i < Connections; i++)
        {
            Socket socket = await Connection.OpenAsync(address);
            _sockets.Add(socket);
            var connection = new HttpConnection(socket, answer);
            _idle.Push(connection);
            _ = KeepAsync(() => ReceiveAsync(connection));
        }

        string hash = Convert.ToHexString(SHA256.HashData(answer))[..16];
        return $"{response.Content.Headers.ContentType}, {answer.Length:N0} B with the hash {hash}";
    }

    public override void Dispose() => _sockets.ForEach(static socket => socket.Dispose());

    protected override void Send(long intended)
    {
        HttpConnection? connection;
        lock (_gate)
        {
            if (!_idle.TryPop(out connection))
            {
                _waiting.Enqueue(intended);
                return;
            }
        }

        connection.Send(_bytes, intended);
    }

    private async Task ReceiveAsync(HttpConnection connection)
    {
        while (true)
        {
            await connection.ReceiveAnswerAsync();
            long intended = connection.Intended;
            bool isNext;
            long next;
            lock (_gate)
            {
                isNext = _waiting.TryDequeue(out next);
                if (!isNext)
                    _idle.Push(connection);
            }

            if (isNext)
                connection.Send(_bytes, next);

            Answered(intended);
        }
    }
}
