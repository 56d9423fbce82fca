using System.Runtime.CompilerServices;

namespace Contoso.Api1;

/// <summary>Stands for your database.</summary>
internal sealed class OrderSource(IConfiguration configuration)
{
    public const int Count = 1_000;

    private readonly TimeSpan _pause = configuration.GetValue("EventPause", TimeSpan.FromMilliseconds(100));

    public Order Get(int number) => new(number, $"customer {number % 10}", number * 1.5m);

    public async IAsyncEnumerable<Order> GetAllAsync()
    {
        for (int number = 1; number <= Count; number++)
        {
            if (number % 100 == 0)
                await Task.Yield(); // a page of the database

            yield return Get(number);
        }
    }

    /// <summary>Gets the orders after one, as they come. It stands for your queue.</summary>
    public async IAsyncEnumerable<Order> FollowAsync(int last, [EnumeratorCancellation] CancellationToken ending)
    {
        for (int number = Math.Clamp(last, 0, Count) + 1; number <= Count; number++)
        {
            await Task.Delay(_pause, ending);
            yield return Get(number);
        }
    }
}
