# Values of production.
name    = "prod"
subnets = {
  a = { cidr = "10.0.1.0/24" }
  b = { cidr = "10.0.2.0/24", tags = { long = "a value that is long enough to be left out" } }
}
