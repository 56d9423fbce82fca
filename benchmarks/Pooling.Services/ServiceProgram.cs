using Pooling.Services.Hosts;
using Pooling.Services.Processes;

namespace Pooling.Services;

/// <summary>Measures services, each in a process of its own. The words are names of services; without one, all of
/// them. <c>--json</c> and a file writes the results there; <c>--quick</c> checks answers and bytes instead;
/// <c>compare</c>, a name, rounds, a part of the warm-up and seconds writes a few measurements to the
/// output.</summary>
internal static class ServiceProgram
{
    private static async Task<int> Main(string[] arguments)
    {
        CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
        if (arguments is ["serve", var served, var way])
        {
            await ServeCommand.RunAsync(Find(served), way == "pooled");
            return 0;
        }

        if (arguments is ["load", var loaded, var address, var rate, var warmUp, var seconds])
        {
            await LoadCommand.RunAsync(
                Find(loaded), address, double.Parse(rate), double.Parse(warmUp), double.Parse(seconds));
            return 0;
        }

        if (arguments is ["compare", var name, var rounds, var before, var during])
        {
            return await CompareCommand.RunAsync(
                Find(name), int.Parse(rounds), double.Parse(before), double.Parse(during));
        }

        string? file = null;
        bool isQuick = false;
        List<string> words = [];
        for (int i = 0; i < arguments.Length; i++)
        {
            if (arguments[i] == "--quick")
                isQuick = true;
            else if (arguments[i] == "--json" && i + 1 < arguments.Length)
                file = arguments[++i];
            else
                words.Add(arguments[i]);
        }

        ServiceCase[] services =
        [
            .. from service in ServiceCases.All
               where words.Count == 0
                   || words.Exists(word => service.Name.Contains(word, StringComparison.OrdinalIgnoreCase))
               where service.Name != "Redis" || RedisApiHost.IsInstalled
               select service,
        ];
        if (services.Length == 0)
        {
            IEnumerable<string> names = ServiceCases.All.Select(static service => service.Name);
            Console.Error.WriteLine($"Services: {string.Join(", ", names)}");
            return 2;
        }

        if (!RedisApiHost.IsInstalled)
            Console.WriteLine("Redis is left out: redis-server is not installed.");

        return isQuick ? await QuickCheck.RunAsync(services) : await Measurement.RunAsync(services, file);
    }

    private static ServiceCase Find(string name) => ServiceCases.All.Single(service => service.Name == name);
}
