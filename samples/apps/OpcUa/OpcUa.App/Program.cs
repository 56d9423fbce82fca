using OpcUa.App;

using var interruption = new Interruption();

return await new OpcUaProgram(Console.Out, Console.Error, Console.In).Run(args, interruption.Token);
