namespace Contoso.Api1;

/// <summary>Stands for your database.</summary>
internal sealed class OrderSource
{
    public const int Count = 1_000;

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
}
