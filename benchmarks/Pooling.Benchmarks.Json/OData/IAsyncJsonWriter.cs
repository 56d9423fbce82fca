namespace Pooling.Benchmarks.Json.OData;

/// <summary>A JSON writer whose every call is awaited, as later versions of OData have it; 7.7.2 has none.</summary>
internal interface IAsyncJsonWriter
{
    Task StartObjectAsync();

    Task EndObjectAsync();

    Task StartArrayAsync();

    Task EndArrayAsync();

    Task WriteNameAsync(string name);

    Task WriteValueAsync(string value);

    Task WriteValueAsync(int value);

    Task FlushAsync();
}
