namespace Pooling.GameServer.Before;

/// <summary>What many connections tell the one tick thread, as an object.</summary>
internal sealed class StockEvent
{
    private StockEvent(StockConnection connection) => Connection = connection;

    public StockConnection Connection { get; }

    /// <summary>The name of a player who joins.</summary>
    public string? Name { get; private init; }

    public Protocol.Chat? Text { get; private init; }

    public static StockEvent Join(StockConnection connection, string name) => new(connection) { Name = name };

    public static StockEvent Leave(StockConnection connection) => new(connection);

    public static StockEvent Chat(StockConnection connection, Protocol.Chat text) => new(connection) { Text = text };
}
